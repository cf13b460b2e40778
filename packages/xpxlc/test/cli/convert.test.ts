// `xpxlc convert`, as a user runs it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readModelFile } from '../../src/index.ts';
import { folder, LOANS, MAIL, repositoryFile, STATIONS, xpxlc } from './program.ts';

const MAIL_CNBC = readFileSync(repositoryFile('fixtures/mail/mail.cnbc'), 'utf8');
const MAIL_XMAP = readFileSync(repositoryFile('fixtures/mail/mail.xmap'), 'utf8');
/** Numbers and categories, ties to the second class: XLC can hold it. */
const LINE = JSON.stringify({
  format: 'xpxlc-model',
  version: 1,
  title: 'A line',
  notes: { by: 'hand' },
  kind: 'linear',
  classes: ['no', 'yes'],
  features: [
    { name: 'home', kind: 'categorical', values: ['rent', 'own'] },
    { name: 'age', kind: 'integer', lower: 18, upper: 99 },
    { name: 'income', kind: 'real', lower: 0 },
  ],
  tieOrder: ['yes', 'no'],
  weights: [[[0, 1.5], 0.25, 0.125]],
  intercept: [-10],
});

describe('xpxlc convert', () => {
  it('goes from CNBC with names to a model file and back, without loss', async () => {
    const cwd = folder();
    const there = await xpxlc(['convert', ...MAIL, 'mail.json', '--title', 'Mail'], { cwd });
    expect([there.status, there.stdout, there.stderr]).toEqual([0, '', '']);
    const { model, file } = readModelFile(readFileSync(join(cwd, 'mail.json'), 'utf8'));
    expect(model.classes).toEqual(['ham', 'spam']);
    expect(file.title).toBe('Mail');
    expect(file.origin).toMatchObject({ source: 'mail.cnbc', format: 'cnbc' });
    const back = await xpxlc(['convert', 'mail.json', 'back.cnbc'], { cwd });
    expect(back.status).toBe(0);
    expect(back.stderr).toBe(
      'xpxlc: note: the format has no place for title and origin: they are lost\nxpxlc: names written to back.xmap\n',
    );
    expect(readFileSync(join(cwd, 'back.cnbc'), 'utf8')).toBe(MAIL_CNBC);
    expect(readFileSync(join(cwd, 'back.xmap'), 'utf8')).toBe(MAIL_XMAP);
  });

  it('writes XLC with names and bounds beside it, from which the same model comes back', async () => {
    const cwd = folder({ 'line.json': LINE });
    const there = await xpxlc(['convert', 'line.json', 'line.xlc'], { cwd });
    expect([there.status, readdirSync(cwd).sort()]).toEqual([
      0,
      ['line.bounds.csv', 'line.json', 'line.xlc', 'line.xmap'],
    ]);
    expect(readFileSync(join(cwd, 'line.xlc'), 'utf8')).toBe('3\n10\n2\n-0.25\n-0.125\n1\n2 0 -1.5\n');
    const back = await xpxlc(['convert', 'line.xlc', '--xmap', 'line.xmap', '--bounds', 'line.bounds.csv'], {
      cwd,
    });
    const { model } = readModelFile(back.stdout);
    expect(model).toMatchObject({
      classes: ['no', 'yes'],
      tieOrder: ['yes', 'no'],
      features: [
        { name: 'age', kind: 'integer', lower: 18, upper: 99 },
        { name: 'income', kind: 'real', lower: 0, upper: Number.POSITIVE_INFINITY },
        { name: 'home', values: ['rent', 'own'] },
      ],
      weights: [[0.25, 0.125, [0, 1.5]]],
      intercept: [-10],
    });
    // Packed, and with the other class first where ties allow it.
    const named = await xpxlc(['convert', 'line.json', 'out.xlc.gz'], { cwd });
    expect(named.status).toBe(0);
    expect(gunzipSync(readFileSync(join(cwd, 'out.xlc.gz'))).toString()).toBe(
      readFileSync(join(cwd, 'line.xlc'), 'utf8'),
    );
    expect(readdirSync(cwd)).toEqual(expect.arrayContaining(['out.xmap', 'out.bounds.csv']));
  });

  it('keeps title, origin and notes of a model file', async () => {
    const cwd = folder({ 'line.json': LINE });
    const { stdout } = await xpxlc(['convert', 'line.json', '-'], { cwd });
    expect(readModelFile(stdout).file).toMatchObject({ title: 'A line', notes: { by: 'hand' } });
  });

  it('loses no key of a model file on the way to another', async () => {
    const file = {
      ...JSON.parse(LINE),
      $schema: 'xpxlc-model-1.schema.json',
      description: 'of two numbers',
      origin: { tool: 'a hand', version: '1', source: 'line.txt', format: 'text', sha256: '0'.repeat(64) },
      features: [
        { name: 'home', kind: 'categorical', values: ['rent', 'own'], missing: 'rent', other: 'own' },
        { name: 'age', kind: 'integer', lower: 18, upper: 99, missing: 40, unit: 'years' },
        { name: 'income', kind: 'real', lower: 0 },
      ],
      threshold: 0.25,
    };
    const cwd = folder({ 'line.json': JSON.stringify(file) });
    const ran = await xpxlc(['convert', 'line.json', '-'], { cwd });
    expect([ran.status, ran.stderr, JSON.parse(ran.stdout)]).toEqual([0, '', file]);
  });

  describe('with what stands for missing and unknown cells', () => {
    const SEEN = JSON.stringify({
      ...JSON.parse(LINE),
      features: [
        { name: 'home', kind: 'categorical', values: ['rent', 'own'], missing: 'rent' },
        { name: 'age', kind: 'integer', lower: 18, upper: 99, missing: 40 },
        { name: 'income', kind: 'real', lower: 0, unit: '€' },
      ],
    });
    const BAYES = JSON.stringify({
      format: 'xpxlc-model',
      version: 1,
      kind: 'categorical-naive-bayes',
      classes: ['no', 'yes'],
      features: [{ name: 'home', kind: 'categorical', values: ['rent', 'own'], other: 'rent' }],
      tieOrder: ['yes', 'no'],
      prior: [0.5, 0.5],
      likelihood: [
        [
          [0.75, 0.25],
          [0.5, 0.5],
        ],
      ],
    });

    it.each([
      ['line.json', 'm.xlc', "feature 'home'", "missing cells count as 'rent'"],
      ['age.json', 'm.xlc', "feature 'age'", 'missing cells count as 40'],
      ['bayes.json', 'm.cnbc', "feature 'home'", "unknown categories count as 'rent'"],
      ['bayes.json', 'm.xlc', "feature 'home'", "unknown categories count as 'rent'"],
      ['bayes.json', 'm.blc', "feature 'home'", "unknown categories count as 'rent'"],
    ])('refuses %s → %s, which cannot say it', async (input, output, place, got) => {
      const cwd = folder({
        'line.json': SEEN,
        'age.json': SEEN.replace(',"missing":"rent"', ''),
        'bayes.json': BAYES,
      });
      const ran = await xpxlc(['convert', input, output, '--allow-loss', 'rounding'], { cwd });
      expect([ran.status, ran.stdout]).toEqual([3, '']);
      expect(ran.stderr).toBe(
        `xpxlc: ${place}: the format cannot say what missing and unknown cells count as; expected no such value, or to drop it (missing: 'drop', --allow-loss missing), got ${got}\n`,
      );
      expect(readdirSync(cwd)).not.toContain(output);
    });

    it('leaves it out when told to, and the model that comes back refuses such cells', async () => {
      const cwd = folder({ 'line.json': SEEN, 'bayes.json': BAYES, 'rows.csv': 'home\n""\nown\n' });
      const line = await xpxlc(['convert', 'line.json', 'm.xlc', '--allow-loss', 'missing'], { cwd });
      expect([line.status, readFileSync(join(cwd, 'm.xlc'), 'utf8')]).toEqual([
        0,
        '3\n10\n2\n-0.25\n-0.125\n1\n2 0 -1.5\n',
      ]);
      expect(line.stderr).toContain(
        "xpxlc: note: missing and unknown cells will be refused: features 'home', 'age'\n",
      );
      const bayes = await xpxlc(['convert', 'bayes.json', 'm.cnbc', '--allow-loss', 'missing'], { cwd });
      expect(bayes.stderr).toContain(
        "xpxlc: note: missing and unknown cells will be refused: feature 'home'\n",
      );
      const ran = await xpxlc(['predict', 'm.cnbc', 'rows.csv', '--xmap', 'm.xmap', '--format', 'csv'], {
        cwd,
      });
      expect([ran.status, ran.stdout.split('\n').length]).toEqual([3, 4]);
    });

    it('keeps it in a model file, where --allow-loss missing has nothing to do', async () => {
      const cwd = folder({ 'line.json': SEEN });
      const kept = await xpxlc(['convert', 'line.json', 'm.json'], { cwd });
      expect([kept.status, kept.stderr]).toEqual([0, '']);
      const { file } = readModelFile(readFileSync(join(cwd, 'm.json'), 'utf8'));
      expect(file.features).toEqual(JSON.parse(SEEN).features);
      const told = await xpxlc(['convert', 'line.json', 'n.json', '--allow-loss', 'missing'], { cwd });
      expect([told.status, told.stderr]).toEqual([
        2,
        expect.stringContaining('expected an XLC, CNBC or BLC file to write'),
      ]);
    });
  });

  it('says which words about a model are lost: units, title, description, notes and origin', async () => {
    const words = {
      ...JSON.parse(LINE),
      description: 'of two numbers',
      origin: { tool: 'a hand' },
      features: JSON.parse(LINE).features.map((feature: { name: string }) =>
        feature.name === 'income' ? { ...feature, unit: '€' } : feature,
      ),
    };
    const cwd = folder({ 'words.json': JSON.stringify(words), 'few.json': LINE });
    const all = await xpxlc(['convert', 'words.json', 'm.xlc'], { cwd });
    expect([all.status, all.stderr.split('\n')[0]]).toEqual([
      0,
      "xpxlc: note: the format has no place for title, description, origin, notes and unit of feature 'income': they are lost",
    ]);
    const few = await xpxlc(['convert', 'few.json', 'n.xlc'], { cwd });
    expect(few.stderr.split('\n')[0]).toBe(
      'xpxlc: note: the format has no place for title and notes: they are lost',
    );
  });

  it('refuses names and bounds for models that have their own', async () => {
    const cwd = folder({ 'line.json': LINE, 'b.csv': 'age,20,30\n', 'n.xmap': MAIL_XMAP });
    for (const args of [
      ['--bounds', 'b.csv'],
      ['--bounds', 'unbounded'],
      ['--xmap', 'n.xmap'],
    ]) {
      const ran = await xpxlc(['convert', 'line.json', 'm.json', ...args], { cwd });
      expect([args, ran.status, ran.stderr]).toEqual([args, 3, expect.stringContaining('model file')]);
    }
    const ebm = repositoryFile('fixtures/ebm/binary.json');
    const foreign = await xpxlc(['convert', ebm, 'm.json', '--xmap', 'n.xmap'], { cwd });
    expect([foreign.status, foreign.stderr]).toEqual([
      3,
      expect.stringContaining('names for a model that has its own; expected XLC, CNBC or BLC, got EBM'),
    ]);
    expect(readdirSync(cwd)).not.toContain('m.json');
  });

  it('reads and writes Booleans as BLC, on stdout too', async () => {
    const cwd = folder({ 'b.blc': '2\n-0.5\n1\n2\n' });
    const there = await xpxlc(['convert', 'b.blc', 'b.json'], { cwd });
    expect(there.status).toBe(0);
    const back = await xpxlc(['convert', 'b.json', '--format', 'blc'], { cwd });
    expect([back.status, back.stdout]).toEqual([0, '2\n-0.5\n1\n2\n']);
    expect(back.stderr).toContain('names go to a file beside the model: without one they are lost');
    const stations = await xpxlc(['convert', STATIONS, 's.blc', '--allow-loss', 'rounding'], { cwd });
    expect([stations.status, readFileSync(join(cwd, 's.blc'), 'utf8').split('\n').length]).toEqual([0, 7]);
  });

  it('lets class 0 be the class that loses ties, and says so', async () => {
    const cwd = folder({ 'line.json': LINE.replace('["yes","no"]', '["no","yes"]') });
    const swapped = await xpxlc(['convert', 'line.json', 'line.xlc'], { cwd });
    expect(swapped.status).toBe(0);
    expect(swapped.stderr).toContain(
      "note: class 0 is 'yes', since these formats give ties to class 1 and the model to 'no'",
    );
    expect(readFileSync(join(cwd, 'line.xmap'), 'utf8')).toMatch(/^2\n0 yes\n1 no\n/);
    const insisted = await xpxlc(['convert', 'line.json', 'other.xlc', '--first-class', 'no'], { cwd });
    expect(insisted.status).toBe(3);
    expect(insisted.stderr).toMatch(/gives ties to class 1/);
    const chosen = await xpxlc(['convert', 'line.json', 'third.xlc', '--first-class', 'yes'], { cwd });
    expect([chosen.status, readFileSync(join(cwd, 'third.xlc'), 'utf8')]).toEqual([
      0,
      readFileSync(join(cwd, 'line.xlc'), 'utf8'),
    ]);
  });

  it('never changes a file that it reads', async () => {
    const cwd = folder({ 'mail.cnbc': MAIL_CNBC, 'mail.xmap': MAIL_XMAP, 'line.json': LINE });
    const beside = await xpxlc(
      ['convert', 'mail.cnbc', 'mail.xlc', '--xmap', 'mail.xmap', '--allow-loss', 'rounding'],
      { cwd },
    );
    // The names beside the new model are those that were read: nothing to do.
    expect([beside.status, beside.stderr]).toEqual([0, '']);
    const itself = await xpxlc(['convert', 'line.json', 'line.json', '--title', 'new'], { cwd });
    expect([itself.status, itself.stderr]).toEqual([
      2,
      'xpxlc: line.json: a file that is read would be overwritten; expected another name\n',
    ]);
    writeFileSync(join(cwd, 'new.xmap'), `${MAIL_XMAP}\n`);
    const names = await xpxlc(
      ['convert', 'mail.cnbc', 'new.xlc', '--xmap', 'new.xmap', '--allow-loss', 'rounding'],
      { cwd },
    );
    expect([names.status, readFileSync(join(cwd, 'new.xmap'), 'utf8')]).toEqual([2, `${MAIL_XMAP}\n`]);
    expect(readFileSync(join(cwd, 'line.json'), 'utf8')).toBe(LINE);
  });

  it('refuses what a format cannot hold, and leaves nothing behind', async () => {
    const cwd = folder({
      'x.xlc': '1\n0\n1\n0.5\n0\n',
      'bad.cnbc': MAIL_CNBC.replace('0.6', '0.7'),
      'three.json': LINE.replace('"no","yes"]', '"no","yes","so"]')
        .replace('["yes","no"]', '["yes","no","so"]')
        .replace('[[[0,1.5],0.25,0.125]]', '[[[0,1],1,1],[[0,2],2,2],[[1,1],0,3]]')
        .replace('[-10]', '[0,0,0]'),
    });
    const cases: [string[], number, RegExp][] = [
      [['convert'], 2, /missing required argument 'in'/],
      [['convert', LOANS, 'm.xlc'], 3, /feature 'age': the format holds only weight · x.*steps/],
      [['convert', LOANS, 'm.cnbc'], 3, /expected categorical naive Bayes without numbers, got scorecard/],
      [['convert', ...MAIL, 'm.blc'], 3, /feature 'sender': the format holds Booleans only/],
      [['convert', 'three.json', 'm.xlc'], 3, /the format holds two classes; expected 2, got 3/],
      [
        ['convert', LOANS, 'm.xlc', '--first-class', 'perhaps'],
        2,
        /unknown class; expected one of 'refuse', 'grant'/,
      ],
      [['convert', LOANS, 'm.json', '--first-class', 'grant'], 2, /an XLC, CNBC or BLC file to write/],
      [['convert', LOANS, 'm.foo'], 2, /unknown format/],
      [['convert', 'x.xlc', 'm.json'], 3, /bounds/],
      [['convert', 'bad.cnbc', 'm.json'], 3, /bad\.cnbc: line 2/],
      [['convert', 'no-such.json', 'm.json'], 3, /no such file/],
    ];
    const all = await Promise.all(cases.map(([args]) => xpxlc(args, { cwd })));
    for (const [x, [args, status, message]] of cases.entries()) {
      expect([args, all[x].status, all[x].stdout]).toEqual([args, status, '']);
      expect(all[x].stderr).toMatch(message);
    }
    expect(readdirSync(cwd).sort()).toEqual(['bad.cnbc', 'three.json', 'x.xlc']);
  });
});
