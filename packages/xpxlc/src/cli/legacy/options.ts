// What does the command line ask for? Parsed as the original does (Getopt::Std): flags may stand together, values may be
// attached, the first operand ends the options.

/** Options that take a value, and those that do not. */
const VALUES = 'kncpmfi';
const FLAGS = 'hdvCtswxr';

export interface Options {
  /** Flags that were given. */
  readonly flags: ReadonlySet<string>;
  /** Values by option; the last one counts. */
  readonly values: ReadonlyMap<string, string>;
  /** `--bounds FILE`: the domains of numeric features, which the original cannot handle. */
  readonly bounds: string | undefined;
  /** What to say on stderr before going on. */
  readonly warnings: readonly string[];
}

export function parseOptions(args: readonly string[]): Options {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const warnings: string[] = [];
  let bounds: string | undefined;
  const rest = [...args];
  const value = (option: string, attached: string | undefined): string | undefined => {
    const given = attached ?? rest.shift();
    if (given === undefined) warnings.push(`Option ${option} without a value: ignored`);
    return given;
  };
  while (rest.length > 0 && /^-./s.test(rest[0])) {
    const word = rest.shift() as string;
    if (word === '--') break;
    if (word === '--help') {
      flags.add('h');
    } else if (word === '--bounds' || word.startsWith('--bounds=')) {
      bounds = value('--bounds', word.length > 8 ? word.slice(9) : undefined) ?? bounds;
    } else {
      const [option] = word.slice(1);
      const more = word.slice(1 + option.length);
      if (VALUES.includes(option)) {
        const given = value(`-${option}`, more === '' ? undefined : more);
        if (given !== undefined) values.set(option, given);
        continue;
      }
      if (FLAGS.includes(option)) flags.add(option);
      else warnings.push(`Unknown option: ${option}`);
      if (more !== '') rest.unshift(`-${more}`);
    }
  }
  return { flags, values, bounds, warnings };
}
