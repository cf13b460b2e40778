// The program as a whole: help of every command, where answers and remarks go, and how it ends.
import { describe, expect, it } from 'vitest';
import { GONE } from '../../src/ask/gone.ts';
import { LOANS, xpxlc } from './program.ts';

const COMMANDS = ['explain', 'predict', 'train', 'convert', 'inspect', 'check', 'verify', 'completion'];
/** Lines of a screen. */
const SCREEN = 41;

describe('xpxlc', () => {
  it('explains every command, with examples that use options it has', async () => {
    const all = await Promise.all(COMMANDS.map((command) => xpxlc([command, '--help', 'all'])));
    for (const [x, { status, stdout, stderr }] of all.entries()) {
      expect([COMMANDS[x], status, stderr]).toEqual([COMMANDS[x], 0, '']);
      const [, examples, options] = stdout.split(/\n(?:Examples|Options):\n/);
      const own = (examples ?? '').match(new RegExp(`xpxlc ${COMMANDS[x]} [^|\n]*`, 'g')) ?? [];
      expect([COMMANDS[x], own.length > 0]).toEqual([COMMANDS[x], true]);
      for (const example of own)
        for (const [option] of example.matchAll(/(?<= )--[a-z-]+/g))
          expect(options).toMatch(new RegExp(`^ {2}(-\\w, )?${option}\\b`, 'm'));
    }
    const [help, usual] = await Promise.all([xpxlc(['help', 'train']), xpxlc(['train', '--help'])]);
    expect(help.stdout).toBe(usual.stdout);
  });

  it('has twelve commands, whose help fits a screen and says how to see the rest', async () => {
    const { stdout } = await xpxlc(['--help']);
    const [, list] = stdout.split(/\n(?:Commands|Other doors):\n/);
    const names = [...list.matchAll(/^ {2}([a-z]+) /gm)]
      .map(([, name]) => name)
      .filter((name) => name !== 'help');
    expect(names).toHaveLength(12);
    const helps = await Promise.all(names.map((name) => xpxlc([name, '--help'])));
    for (const [x, help] of helps.entries()) {
      expect([names[x], help.stdout.split('\n').length <= SCREEN + 1]).toEqual([names[x], true]);
      expect(help.stdout).toContain(`more options: xpxlc ${names[x]} --help all`);
    }
  });

  it('says what to type instead of words that are gone', async () => {
    for (const [word, now] of Object.entries(GONE)) {
      const args = word.startsWith('--') ? ['verify', word] : [word];
      const { status, stderr } = await xpxlc(args);
      expect([word, status]).toEqual([word, 2]);
      expect(stderr).toContain(`'${word}'; now: ${now}\n`);
    }
  });

  it('takes - for stdout, and shows help on stderr when nothing is asked', async () => {
    const [dash, plain, model, none] = await Promise.all([
      xpxlc(['inspect', LOANS, '-o', '-']),
      xpxlc(['inspect', LOANS]),
      xpxlc(['train', '-o', '-', '--train-share', '1'], { input: 'a,b\n1,x\n2,y\n' }),
      xpxlc([]),
    ]);
    expect([dash.status, dash.stdout]).toEqual([0, plain.stdout]);
    expect(JSON.parse(model.stdout).classes).toEqual(['x', 'y']);
    expect([none.status, none.stdout]).toEqual([2, '']);
    expect(none.stderr).toContain('Usage: xpxlc [options] [command]');
  });
});
