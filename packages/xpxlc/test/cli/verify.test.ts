// `xpxlc verify`, as a user runs it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { folder, LOANS, MAIL, PEOPLE, records, STATIONS, xpxlc } from './program.ts';

/** A folder with certificates of all people, reasons and contrasts. */
async function certified(): Promise<{ cwd: string; text: string }> {
  const cwd = folder({ 'people.csv': `${PEOPLE}Flo,x,1,own,0,grant\n` });
  const args = [
    'explain',
    LOANS,
    'people.csv',
    '--kind',
    'both',
    '--certificate',
    '--key',
    'name',
    '-o',
    'c.ndjson',
  ];
  expect((await xpxlc(args, { cwd })).status).toBe(3);
  return { cwd, text: readFileSync(join(cwd, 'c.ndjson'), 'utf8') };
}

describe('xpxlc verify', () => {
  it('accepts what explain certifies, alone and against the model; rows without an answer claim nothing', async () => {
    const { cwd, text } = await certified();
    const alone = await xpxlc(['verify', 'c.ndjson', '--format', 'ndjson'], { cwd });
    expect(alone.status).toBe(0);
    expect(alone.stderr).toContain('10 valid, 0 not valid (margins and drops taken as they are');
    expect(records(alone.stdout)[0]).toEqual({
      file: 'c.ndjson',
      line: 1,
      row: 0,
      id: 'Ada',
      kind: 'axp',
      claim: 'smallest',
      class: 'grant',
      set: expect.any(Array),
      valid: true,
    });
    const model = await xpxlc(['verify', '--model', LOANS], { cwd, input: text });
    expect([model.status, model.stderr]).toEqual([0, 'xpxlc: certificates: 10 valid, 0 not valid\n']);
    expect(model.stdout).toMatch(/^stdin:1, row 0 \(Ada\): valid, smallest axp of grant: /);
  });

  it('reads records in a list, plain certificates, one or many, packed or not, from several files', async () => {
    const { cwd, text } = await certified();
    const all = records(text);
    const [{ certificate }] = all[0].explanations;
    writeFileSync(
      join(cwd, 'list.json'),
      `[\n${all.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`,
    );
    writeFileSync(join(cwd, 'one.json'), JSON.stringify(certificate, null, 2));
    writeFileSync(
      join(cwd, 'plain.ndjson'),
      `\uFEFF${JSON.stringify(certificate)}\r\n\r\n${JSON.stringify(certificate)}\r\n`,
    );
    writeFileSync(join(cwd, 'packed.ndjson.gz'), gzipSync(text));
    const ran = await xpxlc(
      ['verify', 'list.json', 'one.json', 'plain.ndjson', 'packed.ndjson.gz', '--format', 'csv'],
      { cwd },
    );
    expect([ran.status, ran.stderr.slice(0, 50)]).toEqual([
      0,
      'xpxlc: certificates: 23 valid, 0 not valid (margin',
    ]);
    const lines = ran.stdout.split('\n');
    expect(lines[0]).toBe('file,line,index,row,id,kind,claim,class,set,valid,reason,error');
    expect(lines[3]).toMatch(/^list\.json,,1,1,Bo,axp,smallest,refuse,/);
    expect(lines[11]).toMatch(/^one\.json,,,,,axp,smallest,grant,.*,true,,$/);
    expect(lines[13]).toMatch(/^plain\.ndjson,3,/);
  });

  it('rejects certificates that were changed, with the reason, and ends with 1', async () => {
    const { cwd, text } = await certified();
    const good = records(text)[1].explanations[0].certificate;
    const less = { ...good, set: good.set.slice(1) };
    const more = { ...good, set: good.features };
    const margin = {
      ...good,
      rivals: [
        {
          ...good.rivals[0],
          margin: `${BigInt(good.rivals[0].margin) * 2n}`,
          drops: good.rivals[0].drops.map((drop: string) => `${BigInt(drop) * 2n}`),
        },
      ],
    };
    const broken = { format: 'xpxlc-certificate', version: 1, kind: 'axp' };
    const input = [good, less, more, margin, broken].map((one) => JSON.stringify(one)).join('\n');
    const alone = await xpxlc(['verify', '--format', 'json'], { cwd, input });
    expect(alone.status).toBe(1);
    // All numbers doubled: consistent in itself, but not what the model says.
    expect(JSON.parse(alone.stdout).map(({ valid }: { valid: boolean }) => valid)).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
    const against = await xpxlc(['verify', '-', '--model', LOANS, '--format', 'ndjson'], { cwd, input });
    expect(against.status).toBe(1);
    const found = records(against.stdout);
    expect(found.map(({ valid }) => valid)).toEqual([true, false, false, false, false]);
    expect(found[1].reason).toMatch(/^the set is not sufficient against grant/);
    expect(found[2].reason).toMatch(/is redundant$/);
    expect(found[3].reason).toMatch(/^the drop of age against grant is wrong$/);
    expect(found[4].reason).toMatch(/^malformed certificate/);
    const text2 = await xpxlc(['verify', '--model', STATIONS], { cwd, input: JSON.stringify(good) });
    expect([text2.status, text2.stdout]).toEqual([
      1,
      expect.stringMatching(
        /^stdin:1: NOT VALID \(the .* are not those of the model\), smallest axp of refuse: /,
      ),
    ]);
  });

  it('says what cannot be read, goes on, and ends with 3', async () => {
    const { cwd, text } = await certified();
    const [first, second] = text.split('\n');
    writeFileSync(
      join(cwd, 'mixed.ndjson'),
      `${first.slice(0, 40)}\n${second}\nnonsense\n42\n{"row":1,"explanations":[{"features":[]}]}\n`,
    );
    const ran = await xpxlc(['verify', 'mixed.ndjson', '--format', 'ndjson'], { cwd });
    expect(ran.status).toBe(3);
    expect(records(ran.stdout).map(({ line, valid, error }) => [line, valid ?? error.code])).toEqual([
      [1, 'bad-json'],
      [2, true],
      [2, true],
      [3, 'bad-json'],
      [4, 'no-certificate'],
      [5, 'no-certificate'],
    ]);
    const later = await xpxlc(['verify'], { cwd, input: `${second}\n{"broken\n` });
    expect([later.status, later.stdout.split('\n')[2]]).toEqual([
      3,
      expect.stringMatching(/^stdin:2: error: stdin, line 2: not JSON/),
    ]);
    const none = await xpxlc(['verify'], { cwd, input: '' });
    expect([none.status, none.stdout]).toEqual([3, '']);
    const nonsense = await xpxlc(['verify'], { cwd, input: '{\n"a":\n' });
    expect([nonsense.status, nonsense.stdout]).toEqual([
      3,
      expect.stringMatching(/^stdin: error: stdin: not JSON/),
    ]);
  });

  it('refuses files that are not there with 3 and wrong usage with 2', async () => {
    const cwd = folder();
    const [file, packed, model, usage, named] = await Promise.all([
      xpxlc(['verify', 'no-such.ndjson'], { cwd }),
      xpxlc(['verify', 'no-such.ndjson.gz'], { cwd }),
      xpxlc(['verify', '--model', 'no-such.json'], { cwd }),
      xpxlc(['verify', '--format', 'xml'], { cwd }),
      xpxlc(['verify', '--model', ...MAIL, '-o', 'out.csv'], { cwd, input: '' }),
    ]);
    expect([file, packed, model, usage, named].map(({ status }) => status)).toEqual([3, 3, 3, 2, 3]);
    expect(file.stderr).toMatch(/no-such\.ndjson: no such file/);
    expect(packed.stderr).toMatch(/no-such\.ndjson\.gz: no such file/);
  });
});
