// Models of other tools, through the door and in the commands: told by their content, explained in raw features.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { FormatError } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { loadModel } from '../../src/index.ts';
import { folder, LOAN_TABLE, records, repositoryFile, xpxlc } from './program.ts';

const MODELS = {
  scorecard: 'fixtures/scorecard/loans.csv',
  coefficients: 'fixtures/coefficients/loans.csv',
  ebm: 'fixtures/ebm/loans.json',
  onnx: 'fixtures/onnx/people.onnx',
  pmml: 'fixtures/pmml/categorical.pmml',
} as const;

describe.each(Object.entries(MODELS))('%s', (format, path) => {
  it('is told by its content, also in bytes and gzip, or named', async () => {
    const bytes = readFileSync(repositoryFile(path));
    const { model, ...loaded } = await loadModel(repositoryFile(path));
    expect(loaded.format).toBe(format);
    expect(loaded.origin).toMatchObject({ format, source: path.replace(/^.*\//, '') });
    expect(loaded.origin.sha256).toMatch(/^[0-9a-f]{64}$/);
    for (const source of [new Uint8Array(bytes), new Uint8Array(gzipSync(bytes)), new Blob([bytes])])
      expect((await loadModel(source)).model).toEqual(model);
    const named = await loadModel(repositoryFile(path), { format: loaded.format, fingerprint: false });
    expect(named.model).toEqual(model);
    expect(named.origin).not.toHaveProperty('sha256');
  });

  it('goes through convert: the model file says the same', async () => {
    const cwd = folder();
    const ran = await xpxlc(['convert', repositoryFile(path), 'model.json'], { cwd });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    const again = await loadModel(`${cwd}/model.json`);
    expect(again.model).toEqual((await loadModel(repositoryFile(path))).model);
    expect(again.origin).toMatchObject({ format });
  });

  it('refuses details it does not know', async () => {
    await expect(
      loadModel(repositoryFile(path), { details: { nonsense: 1 } as object }),
    ).rejects.toMatchObject({ code: 'bad-option', got: "'nonsense'" });
    const ran = await xpxlc(['inspect', repositoryFile(path), '--model-options', '{"nonsense":1}']);
    expect(ran.status).toBe(3);
  });
});

describe('in the commands', () => {
  it.each(['data', 'wide', '5%:95%'])(
    'a column of whole numbers with an imputed mean has bounds (%s) with room for the mean',
    async (bounds) => {
      const ran = await xpxlc([
        ...['explain', repositoryFile('fixtures/pmml/logistic-imputed.pmml')],
        ...[repositoryFile('fixtures/pmml/logistic-imputed.rows.csv'), '--bounds', bounds],
        ...['--rows', '6', '--format', 'ndjson'],
      ]);
      expect([ran.status, ran.stderr]).toEqual([0, '']);
      expect(records(ran.stdout)).toMatchObject([{ row: 6, missing: { age: 40.18666666666667 } }]);
    },
  );

  it('what a missing number counts as is within the bounds of a table that has none so large', async () => {
    const cwd = folder({ 'rows.csv': 'X[0],X[1]\n1,2\n,300\n4,5\n' });
    const model = repositoryFile('fixtures/onnx/models/logistic-imputed.onnx');
    const ran = await xpxlc(['explain', model, 'rows.csv', '--bounds', 'data', '--format', 'ndjson'], {
      cwd,
    });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    expect(records(ran.stdout)[1]).toMatchObject({ missing: { 'X[0]': 47.77000045776367 } });
  });

  it.each(['scorecard', 'coefficients', 'ebm'] as const)(
    '%s explains the table in its raw features',
    async (name) => {
      const ran = await xpxlc([
        'explain',
        repositoryFile(MODELS[name]),
        LOAN_TABLE,
        '--rows',
        '0-9',
        '--format',
        'ndjson',
      ]);
      expect([ran.status, ran.stderr]).toEqual([0, '']);
      const found = records(ran.stdout);
      expect(found.length).toBe(10);
      const columns = ['age', 'income', 'job', 'home', 'late payments'];
      for (const { explanations } of found)
        for (const feature of explanations[0].features) expect(columns).toContain(feature);
    },
  );

  it('take a cut-off, details and bounds from the data', async () => {
    const card = readFileSync(repositoryFile(MODELS.scorecard), 'utf8')
      .split('\n')
      .filter((line) => !line.includes('(cutoff)'))
      .join('\n');
    const cwd = folder({ 'card.csv': card, 'card.options.json': '{"cutoff":480,"classes":["bad","good"]}' });
    const none = await xpxlc(['inspect', 'card.csv'], { cwd });
    expect([none.status, none.stderr.includes('cut-off') || none.stderr.includes('cutoff')]).toEqual([
      3,
      true,
    ]);
    const given = await xpxlc(
      ['inspect', 'card.csv', '--model-options', '{"cutoff":480}', '--format', 'json'],
      { cwd },
    );
    expect(given.status).toBe(0);
    const file = await xpxlc(['inspect', 'card.csv', '--model-options', '@card.options.json'], { cwd });
    expect(file.stdout).toMatch(/bad, good/);
    for (const [bad, message] of [
      ['nothing', 'JSON object'],
      ['[1]', 'JSON object'],
      ['@missing.json', 'ENOENT'],
    ])
      expect((await xpxlc(['inspect', 'card.csv', '--model-options', bad], { cwd })).stderr).toContain(
        message,
      );
    const wide = await xpxlc(
      [
        'explain',
        repositoryFile(MODELS.coefficients),
        LOAN_TABLE,
        '--bounds',
        'data',
        '--rows',
        '0',
        '--format',
        'ndjson',
      ],
      { cwd },
    );
    expect(wide.status).toBe(0);
  });

  it('say what else a text could have been', async () => {
    await expect(loadModel({ text: '<html></html>' })).rejects.toBeInstanceOf(FormatError);
    await expect(loadModel({ text: 'a,b\n1,2\n' })).rejects.toMatchObject({ code: 'unknown-format' });
    await expect(loadModel(new Uint8Array([8, 1, 2, 3]))).rejects.toBeInstanceOf(FormatError);
    await expect(
      loadModel({ text: '{"format":"xpxlc-model"}' }, { details: { cutoff: 1 } }),
    ).rejects.toMatchObject({
      code: 'bad-option',
    });
  });
});
