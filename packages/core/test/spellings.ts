// Names of categories, and which of them texts mean (their positions, −1 for none): what every reader of values must agree on.

export interface SpellingCase {
  readonly names: readonly string[];
  readonly means: { readonly [text: string]: number };
}

const TRUTH = {
  True: 1,
  true: 1,
  TRUE: 1,
  tRUE: 1,
  '1': 1,
  '1.0': 1,
  '1.000': 1,
  False: 0,
  FALSE: 0,
  '0': 0,
  '0.0': 0,
};
const OTHERS = {
  t: -1,
  yes: -1,
  '01': -1,
  '1e0': -1,
  '+1': -1,
  '1.': -1,
  '2': -1,
  ' 1': -1,
  truer: -1,
  '10': -1,
  '0.1': -1,
};

export const SPELLINGS: readonly SpellingCase[] = [
  ...[
    ['False', 'True'],
    ['false', 'true'],
    ['FALSE', 'TRUE'],
    ['0', '1'],
    ['0.0', '1.0'],
    ['False', 'True', 'not known'],
    ['0', '1', '(missing)'],
  ].map((names) => ({ names, means: { ...TRUTH, ...OTHERS } })),
  // Codes: 1 is not a truth value there.
  { names: ['0', '1', '2'], means: { '1': 1, '1.0': 1, '2.00': 2, true: -1, False: -1, '3': -1 } },
  {
    names: ['17', '18.5', 'x'],
    means: { '17.0': 0, '18.50': 1, '017': -1, '17.': -1, '1.7e1': -1, X: -1, '17.05': -1 },
  },
  { names: ['17.0', '170', '-3'], means: { '17': 0, '17.00': 0, '170.0': 1, '-3.0': 2, '3': -1 } },
  // Zeros at the front are part of a code.
  { names: ['00', '0', '007'], means: { '00': 0, '0.0': 1, '000': -1, '7': -1, '007': 2, '00.0': -1 } },
  // The same value twice: what is neither spelling means none.
  { names: ['1', '1.0'], means: { '1': 0, '1.0': 1, '1.00': -1, true: -1 } },
  { names: ['True', 'true'], means: { True: 0, true: 1, TRUE: -1, '1': -1, '0': -1 } },
  // Truth values and numbers side by side.
  { names: ['True', '1'], means: { True: 0, true: 0, '1': 1, '1.0': 1, '0': -1, false: -1 } },
  // Beyond what doubles tell apart.
  {
    names: ['9007199254740993', '9007199254740992'],
    means: { '9007199254740993.0': 0, '9007199254740992.00': 1 },
  },
];
