// The rivals run in Python, in an environment of pinned packages that is made when it is first needed. A process of theirs takes and
// gives lines of JSON.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { rivalsPython } from '../../tools/python.mjs';

const home = fileURLToPath(new URL('../python', import.meta.url));

/** The versions that the environment is made of. */
export function pinnedVersions(names: readonly string[]): Record<string, string> {
  const pins = readFileSync(`${home}/requirements.txt`, 'utf8').matchAll(/^([\w-]+)==(\S+)/gm);
  const known = new Map(
    [...pins].map(([, name, version]) => [name.toLowerCase().replace('_', '-'), version]),
  );
  return Object.fromEntries(names.map((name) => [name, known.get(name.toLowerCase()) ?? 'unknown']));
}

/** What is kept of standard error, for messages. */
const KEPT = 4000;

/** A module of `experiments/python/rivals`, running. */
export class RivalProcess {
  private readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  private readonly lines: AsyncIterator<string>;
  private readonly closed: Promise<number | null>;
  private said = '';

  private constructor(python: string, module: string, env: Readonly<Record<string, string>>) {
    this.child = spawn(python, ['-m', module], {
      cwd: home,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.said = (this.said + text).slice(-KEPT);
    });
    this.child.stdin.on('error', () => undefined); // it has ended: said when its answer is missed
    this.closed = new Promise((resolve, reject) => {
      this.child.on('error', reject);
      this.child.on('close', resolve);
    });
    // Python writes ASCII only, so lines end where readline says they do.
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  /** @throws {Error} when there is no Python that will do, or its packages cannot be installed. */
  static async start(module: string): Promise<RivalProcess> {
    const { python, env } = await rivalsPython();
    return new RivalProcess(python, module, env);
  }

  /** Sends a line, and gives the next one that comes back. */
  async ask<T>(question: object): Promise<T> {
    this.child.stdin.write(`${JSON.stringify(question)}\n`);
    const { done, value } = await this.lines.next();
    if (done) throw await this.failure();
    return JSON.parse(value);
  }

  /** Sends a line as the last one, and gives all that come back. */
  async finish<T>(task: object): Promise<T[]> {
    this.child.stdin.end(`${JSON.stringify(task)}\n`);
    const events: T[] = [];
    for (;;) {
      const { done, value } = await this.lines.next();
      if (done) break;
      events.push(JSON.parse(value));
    }
    if ((await this.closed) !== 0) throw await this.failure();
    return events;
  }

  /** Ends the process. */
  async stop(): Promise<void> {
    this.child.stdin.end();
    await this.closed;
  }

  private async failure(): Promise<Error> {
    return new Error(`Python ended with ${await this.closed}: ${this.said.trim()}`);
  }
}
