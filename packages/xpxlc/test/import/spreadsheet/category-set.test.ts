import { describe, expect, it } from 'vitest';
import { toCategories } from '../../../src/import/spreadsheet/category-set.ts';

describe('toCategories', () => {
  it.each<[string, readonly string[] | undefined]>([
    ["['a', 'b']", ['a', 'b']],
    ["['a' 'b'\n 'c d']", ['a', 'b', 'c d']],
    ['["it\'s" \'say "x"\']', ["it's", 'say "x"']],
    ["['it\\'s' 'a\\\\b' '\\xe9\\u20ac\\n']", ["it's", 'a\\b', 'é€\n']],
    ["[np.str_('a'), np.str_('b')]", ['a', 'b']],
    ['[1 2 30]', ['1', '2', '30']],
    ['[1. 2.5]', ['1', '2.5']],
    ['[True False]', ['True', 'False']],
    ["<StringArray>\n['a', 'b']\nLength: 2, dtype: str", ['a', 'b']],
    ["<ArrowStringArray>\n[\n'a',\n'b'\n]\nLength: 2, dtype: string", ['a', 'b']],
    ["<StringArray>\n['a', ..., 'b']\nLength: 20, dtype: str", undefined],
    ["<StringArray>\n['a', 'b']\nLength: 3, dtype: str", undefined],
    ["['a' ... 'b']", undefined],
    ["['a", undefined],
    ["['a' [1]]", undefined],
    ['a, b', undefined],
    ['[]', []],
  ])('reads %j', (text, categories) => {
    expect(toCategories(text)).toEqual(categories);
  });

  it('reads long lists in linear time', () => {
    const text = `[${"'x' ".repeat(200_000)}]`;
    expect(toCategories(text)?.length).toBe(200_000);
    expect(toCategories(`[${"'".repeat(200_001)}`)).toBeUndefined();
  });
});
