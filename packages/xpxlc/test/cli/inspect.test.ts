// `xpxlc inspect`, as a user runs it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, LOAN_TABLE, LOANS, MAIL, records, repositoryFile, xpxlc } from './program.ts';

describe('xpxlc inspect', () => {
  it('tells features, classes, ties, threshold, weights and how far each feature reaches', async () => {
    const { status, stdout, stderr } = await xpxlc(['inspect', LOANS]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Small loans\n {2}An invented scorecard/);
    expect(stdout).toContain(
      '  kind     scorecard (xpxlc-model)\n  classes  refuse, grant\n  ties     go to grant, then refuse\n',
    );
    expect(stdout).toContain('cut-off  65 points needed for grant');
    expect(stdout).toContain(
      [
        'Features (4), by how far each can move one class against another, in points',
        '  income         real, 0 to 500 k€         40  ██████████████████████████████',
        '  late payments  integer, 0 to 50          30  ██████████████████████▌',
        '  age            integer, 18 to 99 years   25  ██████████████████▊',
        '  home           {rent, own, with family}  15  ███████████▎',
      ].join('\n'),
    );
    expect(stdout).toContain('Points for grant\n  age\n    < 25          +5\n    [25, 35)     +15\n');
  });

  it('writes bins closed on different sides with the ends that the spreadsheet has', async () => {
    const cwd = folder({
      'card.csv':
        'feature,bin,points\nincome,under 10,0\nincome,10-20,12\nincome,over 20 to 30.5,25\nincome,over 30.5,40\n(cutoff),,20\n',
    });
    const { status, stdout, stderr } = await xpxlc(['inspect', 'card.csv'], { cwd });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/ < 10 +0\n +\[10, 20\] +\+12\n +\(20, 30\.5\] +\+25\n +> 30\.5 +\+40\n/);
  });

  it('gives the data as one JSON object, or a row per weight', async () => {
    const cwd = folder();
    const [json, lines, csv, file] = await Promise.all([
      xpxlc(['inspect', ...MAIL, '--format', 'json'], { cwd }),
      xpxlc(['inspect', ...MAIL, '--format', 'ndjson'], { cwd }),
      xpxlc(['inspect', ...MAIL, '--format', 'csv'], { cwd }),
      xpxlc(['inspect', ...MAIL, '-o', 'mail.json'], { cwd }),
    ]);
    const told = JSON.parse(json.stdout);
    expect(told).toMatchObject({
      format: 'cnbc',
      kind: 'categorical-naive-bayes',
      classes: ['ham', 'spam'],
      tieOrder: ['spam', 'ham'],
      unit: 'nats',
      origin: { source: 'mail.cnbc', format: 'cnbc' },
    });
    expect(told.bias).toEqual([Math.log(0.6), Math.log(0.4)]);
    const sender = told.features[1];
    expect(sender).toMatchObject({
      name: 'sender',
      kind: 'categorical',
      values: ['a friend', 'a list', 'unknown'],
    });
    expect(sender.weights[2]).toEqual({ value: 'unknown', weights: [Math.log(0.2), Math.log(0.7)] });
    expect(sender.range).toBeCloseTo(Math.log(0.7 / 0.2) - Math.log(0.05 / 0.45), 12);
    expect(records(lines.stdout)).toEqual([told]);
    expect(JSON.parse(readFileSync(join(cwd, 'mail.json'), 'utf8'))).toEqual(told);
    expect(file.stdout).toBe('');
    expect(csv.stdout.split('\n').slice(0, 2)).toEqual([
      'feature,kind,range,value,class,weight',
      `,bias,,,ham,${Math.log(0.6)}`,
    ]);
    expect(csv.stdout.split('\n')).toHaveLength(1 + 2 + 7 * 2 + 1);
  });

  it('cuts long lists with a note, unless all is asked for', async () => {
    const values = Array.from({ length: 30 }, (_, v) => `value ${v}`);
    const cwd = folder({
      'long.json': JSON.stringify({
        format: 'xpxlc-model',
        version: 1,
        kind: 'linear',
        classes: ['no', 'yes'],
        features: Array.from({ length: 25 }, (_, i) => ({
          name: `feature ${i}`,
          kind: 'categorical',
          values,
        })),
        weights: [Array.from({ length: 25 }, (_, i) => values.map((_, v) => (v * (i + 1)) / 8 - i))],
        intercept: [0],
      }),
    });
    const [cut, all] = await Promise.all([
      xpxlc(['inspect', 'long.json'], { cwd }),
      xpxlc(['inspect', 'long.json', '--limit', 'all'], { cwd }),
    ]);
    expect(cut.stdout).toContain('  … 5 more features (--limit all shows them)');
    expect(cut.stdout).toContain('  … 10 more values (--limit all shows them)');
    expect(cut.stdout).toContain('{value 0, value 1, value 2, value 3, … (26 more)}');
    expect(all.stdout).not.toContain('more');
    expect(all.stdout).toContain('value 29');
    expect(all.stdout.split('\n').length).toBeGreaterThan(25 * 31);
  });

  it('shows curves by their terms, endless ranges as such, and a column per class', async () => {
    const cwd = folder({
      'xlc.xlc': '1\n0.5\n1\n-0.25\n0\n',
      'three.json': JSON.stringify({
        format: 'xpxlc-model',
        version: 1,
        kind: 'linear',
        classes: ['a', 'b', 'c'],
        features: [{ name: 'x', kind: 'real', lower: 0, upper: 2 }],
        weights: [[1], [2], [-3]],
        intercept: [0, 0.5, 1],
      }),
    });
    const gauss = await xpxlc(['train', LOAN_TABLE, '--gaussian', '--ignore', 'job,home', '-o', 'g.json'], {
      cwd,
    });
    expect(gauss.status).toBe(0);
    const [curve, endless, three] = await Promise.all([
      xpxlc(['inspect', 'g.json'], { cwd }),
      xpxlc(['inspect', 'xlc.xlc', '--bounds', 'unbounded'], { cwd }),
      xpxlc(['inspect', 'three.json'], { cwd }),
    ]);
    expect(curve.stdout).toMatch(/\n {2}age\n {4}x² .*\n {4}x .*\n {4}constant .*\n/);
    expect(curve.stdout).toContain('made by xpxlc train');
    expect(endless.stdout).toMatch(/v0 {2}real, −∞ to ∞ {2}endless {2}█+…/);
    expect(three.stdout).toMatch(/Weights\n +a +b +c\n {2}x\n {4}x +1 +2 +-3\n/);
    expect(three.stdout).toMatch(/ {2}x {2}real, 0 to 2 {2}10 {2}█/);
    expect(three.stdout).toContain('before any feature a 0, b 0.5, c 1');
  });

  it('refuses what is no model with 3, and wrong usage with 2', async () => {
    const xmap = repositoryFile('fixtures/mail/mail.xmap');
    const [names, none, usage, help] = await Promise.all([
      xpxlc(['inspect', xmap]),
      xpxlc(['inspect', 'no-such.json']),
      xpxlc(['inspect', LOANS, 'more']),
      xpxlc(['inspect', '--help']),
    ]);
    expect([names.status, none.status, usage.status, help.status]).toEqual([3, 3, 2, 0]);
    expect(names.stderr).toContain('an XMAP file (names)');
    expect(help.stdout).toContain('$ xpxlc inspect model.json');
  });
});
