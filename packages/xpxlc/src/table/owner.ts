// Who writes a file, and does that process still live? A process id alone does not tell: after a while another program has it, and
// in another container it means another process. So the time at which the process was started goes with it, and the space and the boot
// of the system in which it was.
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process that writes a file; plain data. */
export interface Owner {
  readonly program: 'xpxlc';
  /** This claim and no other. */
  readonly token: string;
  readonly process: number;
  readonly host: string;
  /** When the process was started, in ticks since the boot; where the system tells. */
  readonly started?: string;
  /** What its process id refers to: the system since it was booted, and the container. */
  readonly space?: string;
}

/** This process, with a new token. */
export function thisProcess(): Owner {
  const space = spaceOfProcesses();
  const { started } = statOf(process.pid);
  return {
    program: 'xpxlc',
    token: crypto.randomUUID(),
    process: process.pid,
    host: hostname(),
    started,
    space,
  };
}

/** The owner that a text tells, if it does. */
export function readOwner(text: string): Owner | undefined {
  try {
    const value = JSON.parse(text) as Owner;
    const isOwner =
      value.program === 'xpxlc' && typeof value.token === 'string' && Number.isSafeInteger(value.process);
    return isOwner ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process lives; undefined where that cannot be seen from here, as of another computer or container. */
export function lives(owner: Owner): boolean | undefined {
  if (owner.space !== spaceOfProcesses()) return undefined;
  if (owner.space === undefined && owner.host !== hostname()) return undefined;
  if (!isAlive(owner.process)) return false;
  const { state, started } = statOf(owner.process);
  // It has ended; whoever started it does not ask how, as in containers whose first program is an ordinary one.
  if (state === 'Z' || state === 'X') return false;
  // Some systems hide the processes of other users.
  return started === undefined && owner.started !== undefined ? undefined : started === owner.started;
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Linux tells it; elsewhere the process id alone must do. */
function statOf(id: number): { readonly state?: string; readonly started?: string } {
  const line = read(() => readFileSync(`/proc/${id}/stat`, 'utf8'));
  if (line === undefined) return {};
  // The name of the program, in brackets, may hold anything; the start is the 20th word after it.
  const words = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return { state: words[0], started: words[19] };
}

function spaceOfProcesses(): string | undefined {
  return read(
    () =>
      `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`,
  );
}

function read(what: () => string): string | undefined {
  try {
    return what();
  } catch {
    return undefined;
  }
}
