// Files beside the output that are not ours are never written, taken or removed; links are followed to where they lead.
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openPartial } from '../../src/table/partial-file.ts';
import { saveText } from '../../src/table/text-file.ts';
import { folder, LOAN_TABLE, LOANS } from '../cli/program.ts';
import { xpxlc } from '../cli/shipped.ts';
import { fed, hasGrown, interrupt, manyLoans, wideFiles } from './runs.ts';

/** Everything in a folder: the text of files, where links lead. */
function contents(cwd: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(cwd).map((name) => {
      const path = join(cwd, name);
      const info = lstatSync(path);
      if (info.isDirectory()) return [name, 'a folder'];
      return [name, info.isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, 'utf8')];
    }),
  );
}

describe('files beside the output that are not ours', () => {
  const KINDS = {
    'out.ndjson': ['partial', 'checkpoint', 'checkpoint.next', 'xpxlc-lock'],
    'out.parquet': ['partial', 'checkpoint', 'checkpoint.next', 'partial.wal', 'partial.whole'],
  };
  const WHAT = ['a file', 'a hard link', 'a link', 'a dangling link', 'a folder'];
  it.each(
    Object.entries(KINDS).flatMap(([output, kinds]) =>
      kinds.flatMap((kind) =>
        WHAT.map((what, w) => [output, kind, what, w % 2 === 0 ? ['--resume'] : []] as const),
      ),
    ),
  )('-o %s beside .%s that is %s %j', async (output, kind, what, more) => {
    const cwd = folder({ 'precious.csv': 'my own\n' });
    const place = join(cwd, `${output}.${kind}`);
    if (what === 'a file') writeFileSync(place, 'my own, too\n');
    else if (what === 'a hard link') linkSync(join(cwd, 'precious.csv'), place);
    else if (what === 'a folder') mkdirSync(place);
    else symlinkSync(what === 'a link' ? 'precious.csv' : 'nothing.csv', place);
    const before = contents(cwd);
    const ran = await xpxlc(['explain', LOANS, LOAN_TABLE, '-o', output, ...more], { cwd });
    expect([ran.status, ran.stdout]).toEqual([3, '']);
    expect(ran.stderr).toContain(`${output}.${kind}: this is in the way, and xpxlc has not made it`);
    expect(contents(cwd)).toEqual(before);
  });

  it('include the partial file of a run that was ended, once a link has taken its place', async () => {
    const cwd = folder({ 'many.csv': manyLoans(100), 'precious.csv': 'my own\n' });
    const args = ['explain', LOANS, 'many.csv', '--limit', 'all', '--kind', 'both', '-o', 'out.ndjson'];
    await interrupt(args, cwd);
    rmSync(join(cwd, 'out.ndjson.partial'));
    symlinkSync('precious.csv', join(cwd, 'out.ndjson.partial'));
    for (const more of [[], ['--resume']])
      expect((await xpxlc([...args, ...more], { cwd })).stderr).toContain('out.ndjson.partial');
    expect(readFileSync(join(cwd, 'precious.csv'), 'utf8')).toBe('my own\n');
  }, 60_000);
});

describe('the partial file of a run', () => {
  it('is not taken for its answers once another file has its name', async () => {
    const cwd = folder();
    const file = await openPartial(join(cwd, 'out.csv'), { run: {}, resume: false });
    await file.write(Buffer.from('mine\n'));
    file.mark(() => ({ next: 1 }), true);
    await saveText(join(cwd, 'out.csv.partial'), 'of another run\n');
    await expect(file.finish()).rejects.toMatchObject({ code: 'not-ours' });
    expect(await file.leave()).toBe(false);
    expect(readFileSync(join(cwd, 'out.csv.partial'), 'utf8')).toBe('of another run\n');
    expect(readdirSync(cwd).sort()).toEqual(['out.csv.checkpoint', 'out.csv.partial']);
  });

  it('stays where its output cannot take its name', async () => {
    const cwd = folder();
    const file = await openPartial(join(cwd, 'out.csv'), { run: {}, resume: false });
    await file.write(Buffer.from('mine\n'));
    file.mark(() => ({ next: 1 }), true);
    mkdirSync(join(cwd, 'out.csv'));
    await expect(file.finish()).rejects.toMatchObject({ code: 'cannot-write' });
    expect(await file.leave()).toBe(true);
    rmdirSync(join(cwd, 'out.csv'));
    const again = await openPartial(join(cwd, 'out.csv'), { run: {}, resume: true });
    expect(again.state).toEqual({ next: 1 });
    await again.finish();
    expect(contents(cwd)).toEqual({ 'out.csv': 'mine\n' });
  });
});

describe('an output that is a link', () => {
  it.each(['explain', 'inspect'])(
    '%s writes where a dangling one leads, and leaves the link',
    async (command) => {
      const cwd = folder();
      mkdirSync(join(cwd, 'results'));
      symlinkSync('one', join(cwd, 'link.ndjson'));
      symlinkSync('results/two.ndjson', join(cwd, 'one'));
      const data = command === 'explain' ? [LOAN_TABLE] : [];
      const ran = await xpxlc([command, LOANS, ...data, '--format', 'ndjson', '-o', 'link.ndjson'], { cwd });
      expect(ran).toEqual({ status: 0, stdout: '', stderr: '' });
      expect(readlinkSync(join(cwd, 'link.ndjson'))).toBe('one');
      expect(readlinkSync(join(cwd, 'one'))).toBe('results/two.ndjson');
      expect(readFileSync(join(cwd, 'results/two.ndjson'), 'utf8')).not.toBe('');
      expect(readdirSync(join(cwd, 'results'))).toEqual(['two.ndjson']);
    },
  );

  it.each([
    ['to a folder that is not there', 'nowhere/out.csv'],
    ['to itself', 'link.csv'],
  ])('is refused when it leads %s', async (_, to) => {
    const cwd = folder();
    symlinkSync(to, join(cwd, 'link.csv'));
    const ran = await xpxlc(['predict', LOANS, LOAN_TABLE, '-o', 'link.csv'], { cwd });
    expect([ran.status, ran.stderr]).toEqual([3, expect.stringContaining('cannot be written')]);
    expect(contents(cwd)).toEqual({ 'link.csv': `-> ${to}` });
  });
});

describe('an output folder that is removed while a run writes to it', () => {
  it.each(['out.ndjson', 'out.parquet'])(
    '%s: nothing is said to be kept',
    async (name) => {
      const cwd = folder({ ...wideFiles(44), 'many.csv': manyLoans(60) });
      mkdirSync(join(cwd, 'results'));
      const args = [
        'explain',
        LOANS,
        'many.csv',
        '--limit',
        'all',
        '--kind',
        'both',
        '-o',
        join('results', name),
      ];
      const { child, ended } = await fed(args, cwd, '');
      await vi.waitUntil(() => hasGrown(join(cwd, 'results')), { timeout: 30_000, interval: 5 });
      child.kill('SIGSTOP');
      rmSync(join(cwd, 'results'), { recursive: true });
      child.kill('SIGINT');
      child.kill('SIGCONT');
      const { status, stderr } = await ended;
      expect([3, null]).toContain(status); // null: the signal
      expect(stderr).not.toContain('are kept');
      expect(existsSync(join(cwd, 'results'))).toBe(false);
    },
    60_000,
  );

  it('ends a run that goes on', async () => {
    const cwd = folder({ 'many.csv': manyLoans(400) });
    mkdirSync(join(cwd, 'results'));
    const args = [
      'explain',
      LOANS,
      'many.csv',
      '--limit',
      'all',
      '--kind',
      'both',
      '-o',
      'results/out.ndjson',
    ];
    const { child, ended } = await fed(args, cwd, '');
    await vi.waitUntil(() => hasGrown(join(cwd, 'results')), { timeout: 30_000, interval: 5 });
    child.kill('SIGSTOP');
    rmSync(join(cwd, 'results'), { recursive: true });
    child.kill('SIGCONT');
    const { status, stderr } = await ended;
    expect([status, stderr]).toEqual([3, expect.stringContaining('results/out.ndjson')]);
    expect(stderr).not.toContain('are kept');
  }, 60_000);
});
