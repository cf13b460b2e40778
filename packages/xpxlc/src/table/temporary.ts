// Files that must not outlive their use: removed when done, when the process ends, and on the usual signals.
import { rmSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How each is removed. */
const live = new Map<string, () => void>();
let made = 0;

/** A new name next to `path`; whatever is there when the process ends is removed. */
export function temporaryPath(path: string): string {
  made += 1;
  const name = `${path}.${process.pid}-${Date.now().toString(36)}-${made}.tmp`;
  clearAtEnd(name, () => rmSync(name, { force: true }));
  return name;
}

/** Do this when the process ends, unless `name` is forgotten before. */
export function clearAtEnd(name: string, clear: () => void): void {
  if (live.size === 0) listen('on');
  live.set(name, clear);
}

/** Remove it now. */
export function removeTemporary(name: string): void {
  rmSync(name, { force: true });
  forget(name);
}

/** It has been renamed: no longer ours. */
export function forget(name: string): void {
  if (live.delete(name) && live.size === 0) listen('off');
}

function listen(how: 'on' | 'off'): void {
  process[how]('exit', removeAll);
  for (const signal of SIGNALS) process[how](signal, onSignal);
}

function removeAll(): void {
  for (const clear of live.values()) clear();
  live.clear();
}

/** Clean up, then let the signal do what it would have done without us; unless others see to it and still need the files. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  listen('off');
  process.kill(process.pid, signal);
}
