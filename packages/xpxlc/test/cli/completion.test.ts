// `xpxlc completion`: the scripts know the program.
import { describe, expect, it } from 'vitest';
import { xpxlc } from './program.ts';

describe('xpxlc completion', () => {
  it('prints a script for each shell, and refuses others', async () => {
    const [forZsh, forFish, other, none] = await Promise.all([
      xpxlc(['completion', 'zsh']),
      xpxlc(['completion', 'fish']),
      xpxlc(['completion', 'tcsh']),
      xpxlc(['completion']),
    ]);
    expect([forZsh.status, forFish.status, other.status, none.status]).toEqual([0, 0, 2, 2]);
    expect(forZsh.stdout).toMatch(/^#compdef xpxlc\n/);
    expect(forZsh.stdout).toContain(
      "'--kind[axp\\: why (an explanation); cxp\\: what would change it (a contrast)]:value:(axp cxp both)'",
    );
    expect(forZsh.stdout).toContain("'convert:a model from one format to another'");
    expect(forFish.stdout).toContain(
      "complete -c xpxlc -n '__fish_seen_subcommand_from explain' -l order -x -a 'size search random' -d ",
    );
    expect(forFish.stdout).toContain(
      "complete -c xpxlc -f -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'",
    );
    expect(other.stderr).toContain('Allowed choices are bash, zsh, fish');
  });
});
