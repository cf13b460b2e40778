import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { predict } from '@xpxlc/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseData } from '../src/choose-data.ts';
import type { Experiment, Frame } from '../src/experiment.ts';
import { openFrame } from '../src/frame.ts';
import { createProgram } from '../src/program.ts';
import { explainRow } from '../src/raw/row.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xpxlc-frame-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  vi.restoreAllMocks();
});

/** Squares of 0 to 9; fails at one of them if told to. */
async function squares(frame: Frame, failAt = -1): Promise<number[]> {
  const store = frame.openStore<{ square: number }>('squares', { most: 10 });
  const units = Array.from({ length: 10 }, (_, x) => ({
    key: String(x),
    run: () => {
      if (x === failAt) throw new Error('interrupted');
      return { square: x * x };
    },
  }));
  try {
    await frame.work(store, units, units.length);
    return [...store.records()].map(([, { square }]) => square);
  } finally {
    store.close();
  }
}

describe('the frame', () => {
  it('goes on where an interrupted run stopped, with the same result', async () => {
    const frame = (name: string) => openFrame({ out: join(folder, name), seed: 1, silent: true });
    await expect(squares(frame('a'), 6)).rejects.toThrow('interrupted');
    await expect(squares(frame('a'), 3)).resolves.toEqual(await squares(frame('b')));
    const [a, b] = ['a', 'b'].map((name) => readFileSync(join(folder, name, 'squares.ndjson'), 'utf8'));
    expect(a).toBe(b);
  });

  it('refuses to go on with another seed', async () => {
    const frame = (seed: number) => openFrame({ out: folder, seed, silent: true });
    await squares(frame(1));
    await expect(squares(frame(2))).rejects.toThrow('with another seed');
  });
});

describe('datasets', () => {
  it('are generated, the same from the same seed', async () => {
    const [one] = await chooseData({ generated: true, seed: 5, sets: ['generated-12'] });
    const [same] = await chooseData({ generated: true, seed: 5, sets: ['generated-12'] });
    const [other] = await chooseData({ generated: true, seed: 6, sets: ['generated-12'] });
    expect(one.rows).toHaveLength(1000);
    expect(one.digest).toBe(same.digest);
    expect(one.digest).not.toBe(other.digest);
  });

  it('are a table with a target column', async () => {
    const path = join(folder, 'weather.csv');
    writeFileSync(path, 'play,wind,sky\nno,strong,grey\nyes,weak,blue\nyes,weak,\n');
    const [set] = await chooseData({ csv: path, target: 'play', seed: 1 });
    expect(set).toMatchObject({ name: 'weather', source: 'csv', files: { target: 'play' } });
    expect(set.model.classes).toEqual(['no', 'yes']);
    expect(set.rows.map((row) => row.map((x, i) => Object(set.model.features[i]).values[x]))).toEqual([
      ['strong', 'grey'],
      ['weak', 'blue'],
      ['weak', '(missing)'],
    ]);
  });

  it('are a folder in the layout of the public benchmark, with what is known of its rows', async () => {
    const home = join(folder, 'tiny');
    mkdirSync(home);
    // + iff 0.5 + (1 or -2) + (0.25, -3 or 0) > 0
    writeFileSync(join(home, 'model.xlc'), '2\n0.5\n0\n2\n2 1 -2\n3 0.25 -3 0\n');
    writeFileSync(
      join(home, 'model.xmap'),
      '2\n0 good\n1 bad\n2\n0\n2\n0 wind\n2\n0 weak\n1 strong\n1 sky\n3\n0 blue\n1 grey\n2 red\n',
    );
    const packed = (name: string, text: string) => writeFileSync(join(home, name), gzipSync(text));
    packed('instances.csv.gz', 'wind,sky,recorded_class\n0,0,0\n1,2,1\n');
    packed('all_rows.csv.gz', 'row,cls,count,smallest,largest\n0,0,1,2,2\n1,1,,1,\n');
    packed('tiny.csv.gz', 'wind,sky,weather\nweak,blue,good\nstrong,red,bad\n');
    const [set] = await chooseData({ data: folder, seed: 1 });
    expect(set).toMatchObject({ name: 'tiny', source: 'folder', files: { target: 'weather' } });
    expect(set.rows).toEqual([
      [0, 0],
      [1, 2],
    ]);
    expect(set.known).toEqual([
      { class: 'good', count: 1, smallest: 2, largest: 2 },
      { class: 'bad', count: null, smallest: 1, largest: null },
    ]);
    expect(set.rows.map((row) => predict(set.classifier, row).class)).toEqual(['good', 'bad']);
    expect(set.rows.map((_, row) => explainRow(set, row, 10).count)).toEqual(['1', '1']);
  });

  it('must be there when they are named', async () => {
    await expect(chooseData({ data: folder, seed: 1 })).rejects.toThrow('--data: no dataset in');
    await expect(chooseData({ generated: true, sets: ['iris'], seed: 1 })).rejects.toThrow(
      "--sets: no dataset 'iris'; there are generated-12",
    );
  });
});

describe('the command line', () => {
  const experiment: Experiment<number[]> = {
    name: 'squares',
    title: 'Squares',
    description: 'squares',
    run: async (frame) => {
      frame.versions.abacus = '2.0';
      return squares(frame);
    },
    plots: async (summary) => ({ 'squares-plot': `<svg>${summary.length}</svg>` }),
    section: (summary) => `The largest is ${Math.max(...summary)}. ![squares](squares-plot.svg)`,
  };
  const broken: Experiment = {
    ...(experiment as Experiment),
    name: 'broken',
    run: async () => {
      throw new Error('no such tool');
    },
  };
  const run = (experiments: readonly unknown[], ...args: string[]) =>
    createProgram(experiments as Experiment[]).parseAsync(args, { from: 'user' });

  it('runs all, writes summaries, pictures and the page, and none of it knows a path', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const status = process.exitCode;
    await run([broken, experiment], '--out', join(folder, 'out'), '--results', folder, '--data', folder);
    expect(process.exitCode).toBe(1);
    process.exitCode = status;
    const page = readFileSync(join(folder, 'RESULTS.md'), 'utf8');
    expect(page).toContain('The largest is 81.');
    expect(page).toContain('`npm run experiments -- squares --data PATH`');
    expect(page).toContain('abacus 2.0');
    expect(page + readFileSync(join(folder, 'squares.json'), 'utf8')).not.toContain(folder);
    expect(readFileSync(join(folder, 'squares-plot.svg'), 'utf8')).toBe('<svg>10</svg>');
  });

  it('makes the page anew from the summaries alone', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await run([experiment], 'squares', '--out', join(folder, 'out'), '--results', folder);
    const page = readFileSync(join(folder, 'RESULTS.md'), 'utf8');
    rmSync(join(folder, 'out'), { recursive: true });
    rmSync(join(folder, 'RESULTS.md'));
    await run([experiment], 'page', '--results', folder);
    expect(readFileSync(join(folder, 'RESULTS.md'), 'utf8')).toBe(page);
  });

  it('ends with the message of the one experiment that was asked for', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await expect(run([broken], 'broken', '--out', folder)).rejects.toThrow('no such tool');
  });
});
