// Raw performance on rows of the public benchmark, which lies outside the repository: without it everything here is skipped.
import { describe, expect, it } from 'vitest';
import { BENCHMARK } from '../src/choose-data.ts';
import { explainRow } from '../src/raw/row.ts';
import { namesIn, readFolder } from '../src/read-folder.ts';

const names = namesIn(BENCHMARK);

describe.skipIf(names.length === 0)('raw performance on the datasets of ../shared/bench', () => {
  it.each(names)('agrees with the known answers of %s', async (name) => {
    const set = await readFolder(BENCHMARK, name);
    expect(set.known).toHaveLength(set.rows.length);
    // Counting takes long where there are many features.
    const step = Math.ceil(set.rows.length / (set.model.features.length > 30 ? 3 : 50));
    for (let row = 0; row < set.rows.length; row += step)
      expect(explainRow(set, row, 1e4).listed).toBeGreaterThan(0);
  });
});
