// How `xpxlc completion` is called.
import { Argument, type Command } from 'commander';
import type { Io } from './io.ts';
import { addDebugOption } from './options.ts';

export function addCompletion(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('completion')
    .summary('a script that makes a shell complete commands and options')
    .description('Print a script with which bash, zsh or fish completes commands, options and their choices.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']));
  addDebugOption(command).addHelpText(
    'after',
    `
Examples:
  $ source <(xpxlc completion bash)
  $ xpxlc completion zsh > ~/.zfunc/_xpxlc
  $ xpxlc completion fish > ~/.config/fish/completions/xpxlc.fish`,
  );
  command.action(async (shell: 'bash' | 'zsh' | 'fish') => {
    const { completionScript } = await import('./completion.ts');
    const { write } = await import('./io.ts');
    await write(io.stdout, completionScript(program, shell));
    finish(0);
  });
}
