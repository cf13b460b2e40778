// Writes the questions of the Python package (python/src/xpxlc/questions.py): signatures, documentation and types of the options, as
// packages/xpxlc/src/ask says them. `node --conditions=source --import tsx tools/python-questions.mjs`
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { CHECK } from '../packages/xpxlc/src/ask/check.ts';
import { COUNT } from '../packages/xpxlc/src/ask/count.ts';
import { CONTRASTS, EXPLAIN } from '../packages/xpxlc/src/ask/explain.ts';
import { FEATURES } from '../packages/xpxlc/src/ask/features.ts';
import { READING } from '../packages/xpxlc/src/ask/groups.ts';
import { PYTHON, wordsOf } from '../packages/xpxlc/src/ask/option.ts';

export const FILE = new URL('../python/src/xpxlc/questions.py', import.meta.url);

/**
 * @typedef {import('../packages/xpxlc/src/ask/option.ts').Options} Options
 * @typedef {{ name: string, type: string, none: string, words: string }} Argument a keyword of a method
 */

/** What Python says of rows itself: of every method that narrows what may move, and of every method. @type {Argument[]} */
const FIXED = [{ name: 'fixed', type: 'Sequence[str]', none: '()', words: 'features that cannot move' }];
/** @type {Argument[]} */
const NAMES = [
  {
    name: 'names',
    type: 'Sequence[str] | None',
    none: 'None',
    words: 'what the columns of an array are called',
  },
];

/** How cases are read is said once, of the explainer; a list is cut in Python itself. */
const NOWHERE = [...Object.keys(READING), 'skip'];
/** Options that answers of Python have no place for, or another method is about. */
const OF_COUNT = ['power', 'pairs', 'tooMany', 'seed'];

/**
 * The methods: `ask` finds the answer, given what `sets` says besides.
 * @type {{ name: string, answer: string, words: string, options: Options, without?: string[], more?: string, ask?: string, sets?: string }[]}
 */
const METHODS = [
  {
    name: 'predict',
    answer: 'Predictions',
    words: 'The exact class of every row, its margin, and points or probability where the model has them.',
    options: {},
  },
  {
    name: 'smallest',
    answer: 'Smallest',
    words:
      'One smallest explanation (``axp``) or contrast (``cxp``) of every row, in arrays: millions of rows a second.\n\nOf contrasts, size 0 says that there is none.',
    options: { kind: COUNT.options.kind, within: EXPLAIN.options.within },
  },
  {
    name: 'explain',
    answer: 'Explanations',
    words:
      'Explanations in words: why a row has its class (``axp``), what would change it (``cxp``), or both.',
    options: EXPLAIN.options,
  },
  {
    name: 'contrasts',
    answer: 'Explanations',
    words: 'What would change the class: each contrast with the changed case (``counterfactual.case``).',
    options: CONTRASTS.options,
    ask: '_explain',
    sets: '"kind": "cxp"',
  },
  {
    name: 'count',
    answer: 'Counts',
    words:
      'How many explanations (or contrasts) every row has, by size and by feature: exactly, however many.\n\nA row that costs more than it may has an error ``count-too-large``.',
    options: COUNT.options,
    without: OF_COUNT,
  },
  {
    name: 'frequencies',
    answer: 'Frequencies',
    words: "The share of each row's explanations that each feature is in.",
    options: COUNT.options,
    without: OF_COUNT,
  },
  {
    name: 'power',
    answer: 'Power',
    words: "Power indices of each row's features: Shapley–Shubik, Banzhaf, Deegan–Packel and Holler–Packel.",
    options: COUNT.options,
    without: [...OF_COUNT, 'limit'],
    sets: '"power": True',
  },
  {
    name: 'features',
    answer: 'Features',
    words:
      'Which features are in every explanation of a row, which in some; and what part ``protected`` ones play.',
    options: FEATURES.options,
  },
  {
    name: 'check',
    answer: 'Checks',
    words:
      'Whether sets of features explain the rows, of whatever tool.\n\n:param explanations: names or positions per row, a boolean array rows × features, or answers of this package',
    options: CHECK.options,
    more: 'explanations',
  },
  {
    name: 'certify',
    answer: 'Explanations',
    words:
      'Explanations with proofs (``answer.certificates``) that :meth:`verify` and ``xpxlc verify`` check.',
    options: EXPLAIN.options,
    without: ['certificate'],
    ask: '_explain',
    sets: '"certificate": True',
  },
];

/** The options of these methods are handed on by others. */
const HANDED_ON = ['smallest', 'explain', 'count'];

/** The keywords of a method. @param {(typeof METHODS)[number]} method @returns {Argument[]} */
function argumentsOf({ options, without = [] }) {
  const left = [...NOWHERE, ...without];
  const found = Object.keys(options).filter((name) => PYTHON.has(options[name]) && !left.includes(name));
  const own = found.map((name) => argumentOf(options, name));
  return [...own, ...(found.includes('within') ? FIXED : []), ...NAMES];
}

/** @param {Options} options @param {string} name @returns {Argument} */
function argumentOf(options, name) {
  const { kind, default: otherwise } = options[name];
  const { python, unit } = /** @type {import('../packages/xpxlc/src/ask/kinds.ts').Kind<unknown>} */ (kind);
  const { type, none = 'None' } = python;
  const words = `${unit === undefined ? '' : `${unit}: `}${wordsOf(options, name, PYTHON)}`;
  const said = { name: PYTHON.named(name), words };
  if (otherwise !== undefined) return { ...said, type, none: JSON.stringify(otherwise) };
  return { ...said, type: none === 'None' && type !== 'object' ? `${type} | None` : type, none };
}

/** The text of the file. */
export function pythonQuestions() {
  const lists = new Set();
  for (const { options } of METHODS)
    for (const [name, option] of Object.entries(options))
      if (PYTHON.has(option) && /** @type {any} */ (option.kind).python.none === '()')
        lists.add(PYTHON.named(name));
  const bounds = /** @type {import('../packages/xpxlc/src/ask/kinds.ts').Kind<unknown>} */ (
    READING.beyondBounds.kind
  );
  const hooks = METHODS.filter(({ ask }) => ask === undefined);
  return `"""What can be asked of rows. Written by tools/python-questions.mjs from packages/xpxlc/src/ask: do not edit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from .within import Narrowing

if TYPE_CHECKING:
    from .answers.checks import Checks
    from .answers.counts import Counts, Frequencies, Power
    from .answers.explanations import Explanations
    from .answers.features import Features
    from .answers.predictions import Predictions
    from .answers.smallest import Smallest

#: What may move: of each feature one narrowing.
Within = Mapping[str, Narrowing]
#: What becomes of rows with numbers beyond the bounds of the model.
BeyondBounds = ${bounds.python.type}
#: Options by name, as they were said.
Said = Mapping[str, Any]
#: Options that are lists of features.
FEATURES = (${[...lists].map((name) => JSON.stringify(name)).join(', ')})


${HANDED_ON.map((name) => typedDict(METHODS.find((method) => method.name === name) ?? METHODS[0])).join('\n\n')}

class Questions(ABC):
    """The questions, each a method; how answers are found: :class:\`xpxlc.Explainer\`."""

${[...hooks.map(hook), ...METHODS.map(method)].join('\n')}`;
}

/** @param {(typeof METHODS)[number]} method */
function typedDict(method) {
  const name = `${method.name[0].toUpperCase()}${method.name.slice(1)}Options`;
  const fields = argumentsOf(method).filter((argument) => !NAMES.includes(argument));
  return `class ${name}(TypedDict, total=False):
    """As of :meth:\`xpxlc.Explainer.${method.name}\`."""

${fields.map((field) => `    ${field.name}: ${field.type}\n`).join('')}`;
}

/** @param {(typeof METHODS)[number]} method */
function hook({ name, answer, more }) {
  const own = more === undefined ? '' : `${more}: Any, `;
  return `    @abstractmethod
    def _${name}(self, X: Any, ${own}names: Sequence[str] | None, said: Said) -> ${answer}: ...
`;
}

/** @param {(typeof METHODS)[number]} method */
function method({ ask, sets, more, ...method }) {
  const keywords = argumentsOf(method);
  const told = keywords
    .filter((argument) => !NAMES.includes(argument))
    .map(({ name }) => `"${name}": ${name}`);
  const [first, ...rest] = [
    ...method.words.split('\n'),
    ...(method.words.includes(':param') ? [] : ['']),
    ...keywords.map(({ name, words }) => `:param ${name}: ${words}`),
  ];
  const own = more === undefined ? '' : `${more}, `;
  const taken = ['self', 'X: Any', ...(more === undefined ? [] : [`${more}: Any`]), '*'];
  const said = keywords.map((one) => `${one.name}: ${one.type} = ${one.none}`);
  const given = [...(sets === undefined ? [] : [sets]), ...told].join(', ');
  return `    def ${method.name}(
        ${wrapped([...taken, ...said].join(', '), 8)},
    ) -> ${method.answer}:
        """${first}
${rest.map((line) => (line === '' ? '\n' : `        ${line}\n`)).join('')}        """
        return ${wrapped(`self.${ask ?? `_${method.name}`}(X, ${own}names, {${given}})`, 12)}
`;
}

/** Code between brackets, in lines of at most 140 letters. @param {string} code @param {number} indent */
function wrapped(code, indent) {
  let width = indent;
  return code.split(', ').reduce((lines, part) => {
    const fits = width + part.length + 2 <= 139;
    width = (fits ? width : indent) + part.length + 2;
    return `${lines}${fits ? ', ' : `,\n${' '.repeat(indent)}`}${part}`;
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(FILE, pythonQuestions());
