// `xpxlc completion`: a script with which a shell completes commands, options and their choices, made from the program itself.
import type { Argument, Command, Option } from 'commander';
import type { Shell } from '../ask/completion.ts';
import { EXIT } from './exit.ts';
import { type Io, write } from './io.ts';
import type { Called } from './run-command.ts';

/** What a shell needs to know of a command. */
interface Known {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  readonly choices: readonly string[];
}

/** Run the command; the exit status. */
export async function completion(
  shell: Shell,
  _: object,
  { stdout }: Io,
  { program }: Called,
): Promise<number> {
  const help = program.createHelp();
  const describe = (command: Command): Known => ({
    name: command.name(),
    summary: command.summary() || command.description(),
    options: help.visibleOptions(command).filter(({ long }) => long),
    choices: help.visibleArguments(command).flatMap(({ argChoices = [] }: Argument) => argChoices),
  });
  const commands = help.visibleCommands(program).map(describe);
  const helpers = { bash: bashScript, zsh: zshScript, fish: fishScript };
  await write(stdout, helpers[shell](describe(program), commands));
  return EXIT.done;
}

function words({ options }: Known): string {
  return options.flatMap(({ short, long }) => [...(short ? [short] : []), long as string]).join(' ');
}

function takesValue({ required }: Option): boolean {
  return required;
}

function bashScript(program: Known, commands: readonly Known[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const offer = (choices: readonly string[]): string =>
    `COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$cur"))`;
  // Options with values, those with the same choices together; without choices the shell completes files.
  const values = commands.flatMap(({ name, options }) => {
    const patterns = new Map<string, string[]>();
    for (const option of options.filter(takesValue)) {
      const act = option.argChoices ? `${offer(option.argChoices)}; return` : 'return';
      const flags = [option.short, option.long].filter((flag) => flag).map((flag) => `${name}:${flag}`);
      patterns.set(act, [...(patterns.get(act) ?? []), ...flags]);
    }
    return Array.from(patterns, ([act, flags]) => `    ${flags.join('|')}) ${act} ;;`);
  });
  const cases = commands.map((command) => {
    const choices = command.name === 'help' ? commands.map(({ name }) => name) : command.choices;
    const rest = choices.length > 0 ? offer(choices) : '';
    return `    ${command.name}) options='${words(command)}'${rest === '' ? '' : `; [[ $cur != -* ]] && ${rest}`} ;;`;
  });
  return `# bash completion of xpxlc: source this file, or put it into ~/.local/share/bash-completion/completions/xpxlc
_xpxlc() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command='' options='' word
  # --option=value comes as three words
  if [[ $cur == '=' ]]; then cur=''
  elif [[ $prev == '=' ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $word != -* ]]; then command="$word"; break; fi
  done
  COMPREPLY=()
  if [[ -z $command ]]; then
    COMPREPLY=($(compgen -W '${names} ${words(program)}' -- "$cur"))
    return
  fi
  case "$command:$prev" in
${values.join('\n')}
  esac
  case "$command" in
${cases.join('\n')}
  esac
  if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$cur")); fi
}
# Where nothing is known to come, files are completed.
complete -o bashdefault -o default -F _xpxlc xpxlc
`;
}

function zshScript(program: Known, commands: readonly Known[]): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const inside = (text: string): string => text.replace(/[[\]\\:]/g, '\\$&');
  const argument = ({ options, choices }: Known): string =>
    [
      ...options.flatMap((option) => {
        const value = !takesValue(option)
          ? ''
          : option.argChoices
            ? `:value:(${option.argChoices.join(' ')})`
            : ':value:_files';
        return [option.short, option.long]
          .filter((flag) => flag)
          .map((flag) => quote(`${flag}[${inside(option.description)}]${value}`));
      }),
      quote(choices.length > 0 ? `*:argument:(${choices.join(' ')})` : '*:file:_files'),
    ].join(' \\\n        ');
  const list = commands.map(({ name, summary }) => `    ${quote(`${inside(name)}:${summary}`)}`);
  const cases = commands.map(
    (command) => `      ${command.name})\n        _arguments ${argument(command)}\n        ;;`,
  );
  const own = program.options.map(({ long, description }) => quote(`${long}[${inside(description)}]`));
  return `#compdef xpxlc
# zsh completion of xpxlc: put it as _xpxlc into a folder of $fpath, or source it.
_xpxlc() {
  local state line
  typeset -A opt_args
  local -a commands
  commands=(
${list.join('\n')}
  )
  _arguments -C ${own.join(' ')} '1: :->command' '*:: :->arguments'
  case $state in
    command) _describe command commands ;;
    arguments)
      case $line[1] in
${cases.join('\n')}
      esac
      ;;
  esac
}
if [[ $funcstack[1] == _xpxlc ]]; then _xpxlc "$@"; else compdef _xpxlc xpxlc; fi
`;
}

function fishScript(program: Known, commands: readonly Known[]): string {
  const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const flags = ({ short, long }: Option): string =>
    `${short ? `-s ${short.slice(1)} ` : ''}-l ${(long as string).slice(2)}`;
  const line = (where: string, option: Option): string => {
    const value = !takesValue(option)
      ? ''
      : option.argChoices
        ? ` -x -a ${quote(option.argChoices.join(' '))}`
        : ' -r -F';
    return `complete -c xpxlc -n ${quote(where)} ${flags(option)}${value} -d ${quote(option.description)}`;
  };
  const lines = [
    '# fish completion of xpxlc: put it into ~/.config/fish/completions/xpxlc.fish',
    ...program.options.map((option) => line('__fish_use_subcommand', option)),
    ...commands.flatMap((command) => {
      const where = `__fish_seen_subcommand_from ${command.name}`;
      return [
        `complete -c xpxlc -f -n __fish_use_subcommand -a ${command.name} -d ${quote(command.summary)}`,
        ...(command.choices.length > 0
          ? [`complete -c xpxlc -f -n ${quote(where)} -a ${quote(command.choices.join(' '))}`]
          : []),
        ...command.options.map((option) => line(where, option)),
      ];
    }),
  ];
  return `${lines.join('\n')}\n`;
}
