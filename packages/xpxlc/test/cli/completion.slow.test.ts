// The scripts of `xpxlc completion`, run by the shells that are there.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shell } from './shipped.ts';

const has = (name: string): boolean => spawnSync(name, ['--version']).status === 0;
const [bash, zsh, fish] = ['bash', 'zsh', 'fish'].map(has);

describe('xpxlc completion', () => {
  it.skipIf(!zsh)('is a script that zsh can read', async () => {
    expect(await shell('xpxlc completion zsh > /dev/null && zsh -n <(xpxlc completion zsh)')).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
  });

  it.skipIf(!fish)('completes commands, options and choices in fish', async () => {
    const asks = ['xpxlc exp', 'xpxlc explain --ki', 'xpxlc explain --kind ', 'xpxlc completion '];
    const ran = await shell(
      `script=$(mktemp) && xpxlc completion fish > "$script" && fish -c "source $script; ${asks.map((ask) => `complete -C '${ask}'`).join('; ')}"; rm "$script"`,
    );
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    const words = ran.stdout.split('\n').map((line) => line.split('\t')[0]);
    expect(words.filter((word) => word !== '').sort()).toEqual(
      ['explain', '--kind', 'axp', 'both', 'cxp', 'bash', 'zsh', 'fish'].sort(),
    );
  });

  it.skipIf(!bash)('completes commands, options and choices in bash', async () => {
    const asked: [string[], string[]][] = [
      [['xpxlc', 'exp'], ['explain']],
      [['xpxlc', '--ver'], ['--version']],
      [['xpxlc', 'explain', '--ki'], ['--kind']],
      [
        ['xpxlc', 'explain', 'm.json', '--kind', ''],
        ['axp', 'cxp', 'both'],
      ],
      [['xpxlc', 'explain', '--kind', '=', 'c'], ['cxp']],
      [
        ['xpxlc', 'explain', '--kind', '='],
        ['axp', 'cxp', 'both'],
      ],
      [['xpxlc', '--debug', 'train', '--format', 'b'], ['blc']],
      [['xpxlc', 'train', '--bin'], ['--bins']],
      [
        ['xpxlc', 'completion', ''],
        ['bash', 'zsh', 'fish'],
      ],
      [['xpxlc', 'help', 'insp'], ['inspect']],
      // Files are the shell's own business.
      [['xpxlc', 'explain', 'mod'], []],
      [['xpxlc', 'explain', '--xmap', ''], []],
    ];
    const calls = asked.map(
      ([words]) =>
        `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _xpxlc; echo "\${COMPREPLY[*]}"`,
    );
    const ran = await shell(
      `set -eu; source <(xpxlc completion bash); complete -p xpxlc\n${calls.join('\n')}`,
    );
    expect(ran.stderr).toBe('');
    const [registered, ...lines] = ran.stdout.trimEnd().split('\n');
    expect(registered).toContain('-F _xpxlc xpxlc');
    const found = [...lines, ...Array(asked.length).fill('')].slice(0, asked.length);
    for (const [x, [words, expected]] of asked.entries())
      expect([words, found[x]]).toEqual([words, expected.join(' ')]);
  });
});
