// A model made for these tests: four features, three explanations of the instance, names of every kind.

/** Drops of the instance 4, 3, 2, 0.75; Φ = 5.25. */
export const XLC = '4\n-0.5\n0\n4\n2 2 -2\n3 1.5 0 -1.5\n2 1 -1\n2 0.5 -0.25\n';
export const INST = '4\n0\n0\n0\n0\n0\n';
export const XMAP = `2
0 go out
1 stay
4
0
4
0 Wind
2
0 low
1 high
1 home town
3
0 Bad Ems
1 Ulm
2 Rom
2 Age
2
0 18 < Age <= 30
1 Age > 30
3 b10
2
0 yes
1 no
`;

/** All files, under the names used in the arguments. */
export const FILES = { xlc: XLC, inst: INST, xmap: XMAP };
export const BASIC = ['-f', 'xlc', '-i', 'inst'];
export const NAMED = [...BASIC, '-m', 'xmap'];

/** An XLC file of categories and an instance of it. */
export function files(
  w0: string,
  tables: readonly string[],
  values: readonly number[],
): Record<string, string> {
  const rows = tables.map((row) => `${row.split(' ').length} ${row}`);
  return {
    xlc: `${[tables.length, w0, 0, tables.length, ...rows].join('\n')}\n`,
    inst: `${[values.length, ...values].join('\n')}\n`,
  };
}
