// The program as a whole: help of every command, where answers and remarks go, and how it ends.
import { describe, expect, it } from 'vitest';
import { LOANS, xpxlc } from './program.ts';

const COMMANDS = ['explain', 'predict', 'train', 'convert', 'inspect', 'check', 'verify', 'completion'];

describe('xpxlc', () => {
  it('explains every command, with examples that use options it has', async () => {
    const all = await Promise.all(COMMANDS.map((command) => xpxlc([command, '--help'])));
    for (const [x, { status, stdout, stderr }] of all.entries()) {
      expect([COMMANDS[x], status, stderr]).toEqual([COMMANDS[x], 0, '']);
      const [options, examples] = stdout.split('\nExamples:\n');
      const own = (examples ?? '').match(new RegExp(`xpxlc ${COMMANDS[x]} [^|\n]*`, 'g')) ?? [];
      expect([COMMANDS[x], own.length > 0]).toEqual([COMMANDS[x], true]);
      for (const example of own)
        for (const [option] of example.matchAll(/(?<= )--[a-z-]+/g))
          expect(options).toMatch(new RegExp(`^ {2}(-\\w, )?${option}\\b`, 'm'));
    }
    const help = await xpxlc(['help', 'train']);
    expect(help.stdout).toBe(all[COMMANDS.indexOf('train')].stdout);
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
