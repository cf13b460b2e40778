// Claims of outputs: who holds one, who is refused, and when one is taken over.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { claimOutput, reserveOutput } from '../../src/table/claim.ts';
import { lives, type Owner, thisProcess } from '../../src/table/owner.ts';
import { openText, saveText } from '../../src/table/text-file.ts';
import { folder } from '../cli/program.ts';

const SOURCE = fileURLToPath(new URL('../../src/table/claim.ts', import.meta.url));
const RUN = ['--conditions=source', '--import', 'tsx', '--input-type=module', '-e'];

/** A file in a folder of its own, and where its claim is. */
function place(): { path: string; lock: string; cwd: string } {
  const cwd = folder();
  const path = join(cwd, 'out.csv');
  return { cwd, path, lock: `${path}.xpxlc-lock` };
}

function write(lock: string, owner: Owner): void {
  writeFileSync(lock, `${JSON.stringify(owner)}\n`);
}

/** What Linux tells of a process, from its state on; throws where it is gone. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Whether a process has ended: one whose end nobody asks for stays as a zombie, unless the system itself takes it away. */
function isOver(pid: number): boolean {
  try {
    return statOf(pid)[0] === 'Z';
  } catch {
    return true;
  }
}

/** A program that lives until the test is over. */
async function otherProgram(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log()'], { stdio: 'pipe' });
  onTestFinished(() => {
    child.kill();
  });
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

describe('a claim', () => {
  it('is held by one, told to others, and given back', async () => {
    const { path, lock, cwd } = place();
    const claim = await claimOutput(path);
    await expect(claimOutput(path)).rejects.toMatchObject({ code: 'in-use', place: path });
    await expect(saveText(path, 'x')).rejects.toMatchObject({ code: 'in-use' });
    await claim.check();
    await claim.release();
    expect(readdirSync(cwd)).toEqual([]);
    await saveText(path, 'x');
    expect([readFileSync(path, 'utf8'), existsSync(lock)]).toEqual(['x', false]);
  });

  it('may be made early, for one writer', async () => {
    const { path, cwd } = place();
    const giveUp = await reserveOutput(path);
    const text = await openText(path);
    await expect(openText(path)).rejects.toMatchObject({ code: 'in-use' });
    await giveUp(); // it is in use: not the one that was made early any more
    await expect(openText(path)).rejects.toMatchObject({ code: 'in-use' });
    await text.abort();
    expect(readdirSync(cwd)).toEqual([]);
    await (await reserveOutput(path))();
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.each([
    ['a process that has ended', { process: 2 ** 22 + 1 }],
    ['a process id that lives again as another program', { started: '1' }],
  ])('of %s is taken over', async (_, differs) => {
    const { path, lock, cwd } = place();
    const { pid } = await otherProgram();
    const stale = { ...thisProcess(), process: pid as number, started: '1', ...differs };
    write(lock, stale);
    const claim = await claimOutput(path);
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ process: process.pid });
    await claim.release();
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('of a process that was killed is taken over, also where nobody asks how it ended', async () => {
    const { path, lock } = place();
    // The program that started it becomes another one, which does not know of it.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: 'pipe' });
    onTestFinished(() => {
      parent.kill('SIGKILL');
    });
    const pid = Number(await once(parent.stdout, 'data'));
    const owner = { ...thisProcess(), process: pid, started: statOf(pid)[19] };
    expect(lives(owner)).toBe(true);
    process.kill(pid, 'SIGKILL');
    await vi.waitUntil(() => isOver(pid), { timeout: 10_000, interval: 5 });
    write(lock, owner);
    await (await claimOutput(path)).release();
    expect(existsSync(lock)).toBe(false);
  });

  it('of a process that lives is not', async () => {
    const { path, lock } = place();
    const { pid } = await otherProgram();
    const owner = { ...thisProcess(), process: pid as number, started: statOf(pid as number)[19] };
    expect(lives(owner)).toBe(true);
    write(lock, owner);
    await expect(claimOutput(path)).rejects.toMatchObject({
      code: 'in-use',
      expected: `process ${pid} to end, or another name`,
    });
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual(owner);
  });

  // The same process id in another container, or on another computer: nobody can see from here whether it lives.
  describe.each([
    ['in another container', { space: 'boot pid:[1]' }],
    ['on another computer', { space: 'other-boot pid:[1]', host: 'elsewhere' }],
  ])('%s', (_, where) => {
    it('is not taken over while it gives signs of life', async () => {
      const { path, lock } = place();
      const owner = { ...thisProcess(), ...where };
      write(lock, owner);
      expect(lives(owner)).toBeUndefined();
      let beats = 0;
      const beating = setInterval(() => utimesSync(lock, 1, ++beats), 300);
      onTestFinished(() => clearInterval(beating));
      await expect(claimOutput(path)).rejects.toMatchObject({
        code: 'in-use',
        expected: `process ${process.pid} on '${owner.host}' to end, or another name`,
      });
      expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual(owner);
    });

    it('is taken over when it gives none', async () => {
      const { path, lock, cwd } = place();
      write(lock, { ...thisProcess(), ...where });
      await (await claimOutput(path)).release();
      expect(readdirSync(cwd)).toEqual([]);
    });
  });

  it('gives signs of life', async () => {
    const { path, lock } = place();
    const claim = await claimOutput(path);
    utimesSync(lock, 1, 1);
    await expect.poll(() => statSync(lock).mtimeMs, { timeout: 10_000 }).toBeGreaterThan(1000);
    await claim.release();
  });

  it('that was taken over is lost, and its file is not written', async () => {
    const { path, lock, cwd } = place();
    const text = await openText(path);
    await text.write('mine');
    const other = { ...thisProcess(), space: 'elsewhere' };
    write(lock, other);
    await expect(text.close()).rejects.toMatchObject({ code: 'in-use' });
    expect(readdirSync(cwd)).toEqual(['out.csv.xpxlc-lock']);
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual(other);
  });

  it('is had by one of many that find it stale at the same time', async () => {
    for (let time = 0; time < 3; time++) {
      const { path, lock, cwd } = place();
      write(lock, { ...thisProcess(), process: 2 ** 22 + 1 });
      writeFileSync(`${lock}.next`, readFileSync(lock)); // of one that was killed while it took over
      const script = `
        import { claimOutput } from ${JSON.stringify(SOURCE)};
        process.stdin.once('data', async () => {
          const claim = await claimOutput(${JSON.stringify(path)}).catch((error) => error.code);
          console.log(typeof claim === 'string' ? claim : 'held');
          process.stdin.once('end', () => typeof claim === 'string' || claim.release());
        });
        console.log('ready');`;
      const children = Array.from({ length: 4 }, () => {
        const child = spawn(process.execPath, [...RUN, script], { stdio: ['pipe', 'pipe', 'inherit'] });
        onTestFinished(() => {
          child.kill();
        });
        return child;
      });
      const said = (child: (typeof children)[number]): Promise<string> =>
        once(child.stdout, 'data').then(([chunk]) => String(chunk).trim());
      await Promise.all(children.map(said));
      const answers = children.map(said);
      for (const child of children) child.stdin.write('go\n');
      expect((await Promise.all(answers)).toSorted()).toEqual(['held', 'in-use', 'in-use', 'in-use']);
      const ended = children.map((child) => once(child, 'exit'));
      for (const child of children) child.stdin.end();
      await Promise.all(ended);
      expect(readdirSync(cwd)).toEqual([]);
    }
  }, 60_000);
});
