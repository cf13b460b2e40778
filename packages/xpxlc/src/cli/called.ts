// How the program was called, for output that says so.

/** What was typed after the program's name, and the version of the program. */
export interface Called {
  readonly args: readonly string[];
  readonly version: string;
}

/** The command as it can be typed again in a shell. */
export function commandText(args: readonly string[]): string {
  return ['xpxlc', ...args.map(quoted)].join(' ');
}

function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
