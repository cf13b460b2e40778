// Every option has words at every door, and every clash is refused at every door that can say it, in the same words.
import { PassThrough } from 'node:stream';
import { linearModel, reduce } from '@xpxlc/core';
import { describe, expect, it } from 'vitest';
import { type Endpoint, QUESTIONS } from '../../src/ask/endpoints.ts';
import { COUNT_OR_ALL, type Kind } from '../../src/ask/kinds.ts';
import {
  API,
  COMMAND_LINE,
  type Door,
  defaultsOf,
  flagOf,
  type Option,
  type Question,
  question,
  refuseClashes,
  wordsOf,
} from '../../src/ask/option.ts';
import { toQuestion } from '../../src/ask/request-question.ts';
import type { UsageError } from '../../src/ask/usage-error.ts';
import { COMMANDS, questionOf } from '../../src/cli/commands.ts';
import { run } from '../../src/cli/program.ts';

const ALL = await Promise.all(COMMANDS.map(questionOf));
const OPTIONS = ALL.flatMap(({ name, options }) =>
  Object.keys(options).map((option) => ({ name, option, options })),
);

describe('the words of an option', () => {
  it.each(OPTIONS)('are there at each of its doors: $name $option', ({ option, options }) => {
    for (const door of [COMMAND_LINE, API]) {
      if (!door.has(options[option])) continue;
      const words = wordsOf(options, option, door);
      expect(words).not.toMatch(/\{\w+\}/);
      expect(words).toMatch(/\w{3}/);
      if (door === API) expect(words).not.toContain('--');
    }
  });

  it('leave out a parenthesis about an option that the door does not have', () => {
    const { options } = ALL.find(({ name }) => name === 'explain') as Question;
    expect(wordsOf(options, 'certificate', COMMAND_LINE)).toMatch(/ \(not with --format text\)$/);
    expect(wordsOf(options, 'certificate', API)).toMatch(/verify checks$/);
    expect(wordsOf(QUESTIONS.contrasts.options, 'target', API)).toBe('contrasts that lead to this class');
    expect(wordsOf(QUESTIONS.explain.options, 'skip', API)).toMatch(/ \(with order search\)$/);
    expect(wordsOf(QUESTIONS.explain.options, 'inflate', API)).toContain('{clerk, nurse}');
  });
});

/** Values of an option that are not its default. */
function values({ kind, default: otherwise }: Option<unknown>): unknown[] {
  const { query } = kind as Partial<Kind<unknown>>;
  if (kind.choices !== undefined) return kind.choices.filter((one) => one !== otherwise);
  if (kind.placeholder === undefined) return [true];
  if (kind === COUNT_OR_ALL) return [2, 'all'];
  if (query === 'number') return [2];
  if (query === 'list') return [['a']];
  return [({ n: '2', number: '2', share: '0.5' } as Record<string, string>)[kind.placeholder] ?? 'a'];
}

const message = (asked: Question, said: object, door: Door, classes?: number): string | undefined => {
  try {
    refuseClashes(asked, said, door, classes);
    return undefined;
  } catch (error) {
    return (error as UsageError).message;
  }
};

interface Case {
  readonly name: string;
  readonly of: string;
  readonly at: number;
  readonly asked: Question;
  readonly many: boolean;
}

const CLASHES: Case[] = ALL.flatMap((asked) =>
  (asked.clashes ?? []).map((clash, at) => ({
    name: asked.name,
    of: clash.of.join(', '),
    at,
    asked: question({ ...asked, clashes: [clash] }),
    many: clash.manyClasses === true,
  })),
);

/** All that makes this clash happen with one more option, beside defaults. */
function* refused({ asked, many }: Case): Generator<Record<string, unknown>, void, void> {
  const { options, clashes: [clash] = [] } = asked;
  for (const option of clash.of)
    for (const value of values(options[option]))
      for (const other of Object.keys(options))
        for (const more of other === option ? [value] : values(options[other])) {
          const said = { [option]: value, [other]: more };
          const all = { ...defaultsOf(options), ...said };
          if (message(asked, all, COMMAND_LINE, many ? 3 : 2) !== undefined) yield said;
        }
}

/** What makes it happen at an endpoint; some options only the command line has. */
function sent(asked: Case): object | undefined {
  const { name, options } = asked.asked;
  if (!(name in QUESTIONS)) return undefined;
  return [...refused(asked)].find((said) => Object.keys(said).every((one) => API.has(options[one])));
}

const classifier = reduce(
  linearModel({
    classes: ['a', 'b'],
    features: [{ name: 'a', values: ['x', 'y'] }],
    weights: [[0, 1]],
    intercept: -0.5,
  }),
);
const NO_LIMITS = { maxTime: 1, maxMemory: 1, maxExplanations: 1 };

async function stderrOf(args: readonly string[]): Promise<[number, string]> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const status = await run(args, { stdin, stdout, stderr, env: {} }, '0');
  return [status, stderr.read()?.toString() ?? ''];
}

describe('options that do not go together', () => {
  it.each(CLASHES)('are refused in the same words at every door: $name $of ($at)', (asked) => {
    let count = 0;
    for (const said of refused(asked)) {
      const all = { ...defaultsOf(asked.asked.options), ...said };
      const [typed, sent] = [COMMAND_LINE, API].map((door) =>
        message(asked.asked, all, door, asked.many ? 3 : 2),
      );
      const names = Object.keys(asked.asked.options).sort((a, b) => b.length - a.length);
      expect(names.reduce((text, name) => text?.replaceAll(flagOf(name), name), typed)).toBe(sent);
      expect(typed).toMatch(/^--[\w, -]+: (needs|cannot be combined with) /);
      count += 1;
    }
    expect(count).toBeGreaterThan(0);
  });

  it.each(CLASHES.filter(({ many }) => !many))('end the command: $name $of ($at)', async (asked) => {
    const [said] = refused(asked);
    const { name, arguments: given, options } = asked.asked;
    const required = Object.keys(options).filter((option) => options[option].required === true);
    const args = Object.keys(given)
      .filter((form) => form.startsWith('<'))
      .map(() => 'nothing.json');
    const flags = Object.entries({ ...said, ...Object.fromEntries(required.map((one) => [one, 'a'])) });
    const typed = flags.flatMap(([option, value]) =>
      value === true
        ? [flagOf(option)]
        : [`${flagOf(option)}=${value === 'a' ? (texts[option] ?? 'a') : value}`],
    );
    const [status, stderr] = await stderrOf([name, ...args, ...typed]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/: (needs|cannot be combined with) /)]);
  });

  it.each(CLASHES.filter((asked) => !asked.many && sent(asked) !== undefined))(
    'end the request: $name $of ($at)',
    (asked) => {
      expect(() =>
        toQuestion(asked.name as Endpoint, sent(asked) as object, classifier, NO_LIMITS, false),
      ).toThrow(expect.objectContaining({ code: 'bad-option' }));
    },
  );

  it('among many classes are refused when the model is known', () => {
    const explain = ALL.find(({ name }) => name === 'explain') as Question;
    const said = { kind: 'cxp', certificate: true, target: 'a' };
    expect(message(explain, said, API)).toBe(undefined);
    expect(message(explain, said, API, 3)).toBe(
      'certificate: cannot be combined with target: there are more than two classes',
    );
  });
});

/** Texts that options read where 'a' is none. */
const texts: Readonly<Record<string, string>> = { bounds: 'data', plot: 'a.svg', rows: '1' };

describe('what was said', () => {
  it('does not count by default, or where it says nothing', () => {
    const asked = ALL.find(({ name }) => name === 'explain') as Question;
    const skip = (said: object) => message(asked, { skip: '3', order: 'search', ...said }, COMMAND_LINE);
    expect(skip({ kind: 'axp', avoid: '', certificate: false })).toBe(undefined);
    expect(skip({ avoid: [] })).toBe(undefined);
    expect(skip({ never: 'a' })).toBe('--skip: cannot be combined with --never');
    expect(skip({ kind: 'both', never: 'a', target: 'b' })).toBe(
      '--skip: cannot be combined with --never or --target',
    );
  });
});
