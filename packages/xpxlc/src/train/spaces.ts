// What differs only by spaces is told: a file written as `a, b` names its second column ` b`, and has classes ` yes` and `yes`.

/** Names and values that are told, at most. */
const MOST = 5;

/** Names that begin or end with spaces. */
export function spacedNames(names: readonly string[]): string[] {
  const spaced = names.filter((name) => name.trim() !== name);
  return spaced.length === 0
    ? []
    : [`names of columns begin or end with spaces: ${listed(spaced.map(quoted), ', ')}`];
}

/** Values of a column that differ only by spaces. */
export function spacedValues(column: string, values: readonly string[]): string[] {
  const alike = new Map<string, string[]>();
  for (const value of values) {
    const key = value.replace(/\s+/g, ' ').trim();
    const known = alike.get(key);
    if (known === undefined) alike.set(key, [value]);
    else known.push(value);
  }
  const groups = [...alike.values()].filter(({ length }) => length > 1);
  if (groups.length === 0) return [];
  const told = groups.map((group) => listed(group.map(quoted), ' and '));
  return [`column ${quoted(column)}: values that differ only by spaces are different: ${listed(told, ', ')}`];
}

function listed(list: readonly string[], between: string): string {
  const more = list.length - MOST;
  return list.slice(0, MOST).join(between) + (more > 0 ? ` and ${more} more` : '');
}

function quoted(text: string): string {
  return `'${text}'`;
}
