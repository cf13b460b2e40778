// `completion`: a script with which a shell completes commands, options and their choices.
import { question } from './option.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

export const COMPLETION = question({
  name: 'completion',
  door: true,
  summary: 'a script that makes a shell complete commands and options',
  description: 'Print a script with which bash, zsh or fish completes commands, options and their choices.',
  arguments: { '<shell>': 'the shell' },
  argumentChoices: SHELLS,
  options: {},
  examples: [
    'source <(xpxlc completion bash)',
    'xpxlc completion zsh > ~/.zfunc/_xpxlc',
    'xpxlc completion fish > ~/.config/fish/completions/xpxlc.fish',
  ],
});
