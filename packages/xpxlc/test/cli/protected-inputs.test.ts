// What a command reads is never what it writes, whatever option names it, through links and hard links.
import { linkSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folder, LOANS, MAIL, PEOPLE, xpxlc } from './program.ts';

const [MAIL_MODEL, , MAIL_XMAP] = MAIL;
const read = (path: string): string => readFileSync(path, 'utf8');
const FILES = {
  'F.json': read(LOANS),
  'people.csv': PEOPLE,
  'people2.csv': PEOPLE,
  data: PEOPLE,
  'said.json': '[{"row":0,"features":["age"]}]',
  'names.xmap': read(MAIL_XMAP),
  'mail.cnbc': read(MAIL_MODEL),
  'bounds.csv': 'age,0,100\n',
  'may.txt': 'age: fixed\n',
  'phrases.json': '{}',
  'more.json': '{}',
  'proofs.ndjson': '{}\n',
};

/** Commands that name the file F as an input; an output follows. */
const READ: readonly (readonly [file: string, args: string])[] = [
  ['F.json', 'explain F people.csv'],
  ['people.csv', 'explain F.json F'],
  ['people.csv', 'explain F.json people2.csv F'],
  ['people.csv', 'explain F.json p*.csv'],
  ['data', 'explain F.json F'],
  ['people.csv', 'predict F.json F'],
  ['people.csv', 'count F.json F'],
  ['people.csv', 'features F.json F'],
  ['F.json', 'compare F F.json people.csv'],
  ['F.json', 'compare F.json F people.csv'],
  ['F.json', 'inspect F'],
  ['F.json', 'check F people.csv --explanations said.json'],
  ['said.json', 'check F.json people.csv --explanations F'],
  ['said.json', 'check F.json people.csv --explanations=F'],
  ['said.json', 'check F.json people.csv --grade --explanations F'],
  ['people.csv', 'check F.json F --grade --explanations said.json'],
  ['names.xmap', 'inspect mail.cnbc --xmap F'],
  ['names.xmap', 'verify proofs.ndjson --model mail.cnbc --xmap F'],
  ['bounds.csv', 'inspect F.json --bounds F'],
  ['more.json', 'inspect F.json --model-options @F'],
  ['more.json', 'inspect F.json --model-options=@F'],
  ['may.txt', 'explain F.json people.csv --within @F'],
  ['may.txt', 'explain F.json people.csv --within=@F'],
  ['phrases.json', 'report F.json people.csv --rows 0 --phrases F'],
  ['may.txt', 'report F.json people.csv --rows 0 --within @F'],
  ['proofs.ndjson', 'verify F'],
  ['F.json', 'verify proofs.ndjson --model F'],
  ['people.csv', 'train F --actual decision --format xlc'],
  ['people.csv', 'train p*.csv --actual decision --format xlc'],
];

/** Commands that name the file OUT as a further output. */
const WRITTEN: readonly (readonly [file: string, args: string])[] = [
  ['people.csv', 'predict F.json F --actual decision --summary OUT'],
  ['said.json', 'check F.json people.csv --grade --explanations F --summary OUT'],
  ['people.svg', 'explain F.json F --rows 0 --plot OUT'],
  ['people.svg', 'features F.json F --plot OUT'],
  ['people.csv', 'train F --actual decision --format xlc --allow-loss rounding -o model.xlc --summary OUT'],
  ['F.json', 'convert F OUT --title other'],
];

/** Run it in a folder of these files, and see that they are as they were. */
async function refuses(file: string, args: string, out: string): Promise<void> {
  const cwd = folder({ ...FILES, 'people.svg': PEOPLE });
  linkSync(join(cwd, file), join(cwd, 'hard'));
  symlinkSync(file, join(cwd, 'soft'));
  symlinkSync('soft', join(cwd, 'softer.svg'));
  linkSync(join(cwd, file), join(cwd, 'hard.svg'));
  const before = Object.fromEntries(readdirSync(cwd).map((name) => [name, read(join(cwd, name))]));
  const words = args.split(' ').map((word) => word.replace(/^((?:--[\w-]+=)?@?)F$/, `$1${file}`));
  const ran = await xpxlc(
    words.map((word) => (word === 'OUT' ? out : word)),
    { cwd },
  );
  expect([args, out, ran.status, ran.stdout]).toEqual([args, out, 2, '']);
  expect(ran.stderr).toMatch(/the output is one of the inputs|a file that is read would be overwritten/);
  const after = Object.fromEntries(readdirSync(cwd).map((name) => [name, read(join(cwd, name))]));
  expect(after).toEqual(before);
}

describe('an input is not written over', () => {
  it.each(READ)('%s: %s -o', async (file, args) => {
    const format = args.startsWith('report') || args.startsWith('train') ? '' : ' --format csv';
    const other = ['hard', 'soft', `./${file}`][READ.findIndex((one) => one[1] === args) % 3];
    for (const out of [file, other]) await refuses(file, `${args}${format} -o OUT`, out);
  });

  it.each(WRITTEN)('%s: %s', async (file, args) => {
    const outs = args.includes('--plot') ? [file, 'hard.svg', 'softer.svg'] : [file, 'hard', 'soft'];
    for (const out of outs) {
      const named = args.startsWith('convert F OUT') && out !== file ? `${args} --format xpxlc-model` : args;
      await refuses(file, named, out);
    }
  });

  it('by an option that is not known to name a file: there is none', async () => {
    const known = new Set([
      ...['--xmap', '--bounds', '--explanations', '--phrases', '--model'],
      ...['--output', '--summary', '--plot'],
    ]);
    const { stdout } = await xpxlc(['--help']);
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) .*/gm)].map(([, name]) => name);
    expect(commands).toContain('explain');
    for (const command of commands.filter((name) => name !== 'help')) {
      const help = await xpxlc([command, '--help', 'all']);
      const named = [...help.stdout.matchAll(/(--[\w-]+) <(?:file|path)>/g)].map(([, option]) => option);
      expect(named.filter((option) => !known.has(option))).toEqual([]);
    }
  });

  it('nor is an output by another one', async () => {
    for (const args of [
      ['predict', LOANS, 'people.csv', '--actual', 'decision', '--summary', 'same', '-o', './same'],
      ['convert', 'mail.cnbc', 'same', '--format', 'cnbc', '--xmap', 'names.xmap'],
    ]) {
      const cwd = folder(FILES);
      symlinkSync('same', join(cwd, 'same.xmap'));
      const ran = await xpxlc(args, { cwd });
      expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining('two outputs in one file')]);
      expect(readdirSync(cwd).sort()).toEqual([...Object.keys(FILES), 'same.xmap'].sort());
    }
  });

  it('may be read again where nothing would change', async () => {
    const cwd = folder({ 'mail.cnbc': FILES['mail.cnbc'], 'mail.xmap': FILES['names.xmap'] });
    const first = await xpxlc(['convert', 'mail.cnbc', 'out.cnbc', '--xmap', 'mail.xmap'], { cwd });
    expect([first.status, readdirSync(cwd).sort()]).toEqual([
      0,
      ['mail.cnbc', 'mail.xmap', 'out.cnbc', 'out.xmap'],
    ]);
    const again = await xpxlc(['convert', 'out.cnbc', 'out.cnbc', '--xmap', 'out.xmap'], { cwd });
    expect([again.status, again.stderr]).toEqual([0, expect.not.stringContaining('written to')]);
  });
});
