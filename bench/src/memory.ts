// Memory held by a running enumeration (JavaScript heap and typed arrays, after collecting garbage): the most over ten
// moments of the listing, which must not depend on how many explanations are listed.
import { enumerateMasks, type Problem, weigh } from '@xpxlc/core';
import { type Case, chooseRows, readDataset, syntheticCase } from './data.ts';
import { collect } from './measure.ts';
import { digits, type Report, type Settings, toTable } from './report.ts';

const MOMENTS = 10;
/** Masks per batch: small against every limit. */
const BATCH = 50;

export function memory({ quick, data }: Settings): Report {
  const limits = quick ? [1e3, 1e4] : [1e5, 1e6, 1e7];
  const most = limits[limits.length - 1];
  const promoters = readDataset(data, 'promoters');
  const cases: Case[] = [
    ...(promoters ? chooseRows(promoters, 1, most) : []),
    syntheticCase(58, 'log-normal', 0),
    syntheticCase(58, 'uniform', 0),
  ];
  const rows = cases.flatMap(({ set, classifier, values }) =>
    (['search', 'size'] as const).map((order) => {
      held(weigh(classifier, values), order, limits[0]); // compile first
      return { set, order, bytes: limits.map((limit) => held(weigh(classifier, values), order, limit)) };
    }),
  );
  return {
    name: 'memory',
    title: 'Memory held while listing',
    parts: [
      'KiB in typed arrays + KiB of heap, live, above those before the listing (the heap of Node itself varies by some 100 KiB):',
      toTable(
        ['set', 'order', ...limits.map((limit) => `first ${limit.toLocaleString('en')}`)],
        rows.map(({ set, order, bytes }) => [
          set,
          order === 'size' ? 'smallest first' : 'depth first',
          ...bytes.map(({ arrays, heap }) => `${digits(arrays / 1024)} + ${digits(heap / 1024)}`),
        ]),
      ),
    ],
    data: { limits, rows },
  };
}

interface Memory {
  readonly arrays: number;
  readonly heap: number;
}

/** The most bytes a listing of `limit` masks holds. */
function held(problem: Problem, order: 'search' | 'size', limit: number): Memory {
  const before = live();
  let most: Memory = { arrays: 0, heap: 0 };
  let listed = 0;
  let next = 0;
  for (const { count } of enumerateMasks(problem, { order, limit, batch: BATCH })) {
    listed += count;
    if (listed < next) continue;
    next += limit / MOMENTS;
    const now = live();
    most = {
      arrays: Math.max(most.arrays, now.arrays - before.arrays),
      heap: Math.max(most.heap, now.heap - before.heap),
    };
  }
  if (listed !== limit) throw new Error(`only ${listed} of ${limit} explanations`);
  return most;
}

function live(): Memory {
  collect();
  collect(); // typed arrays found dead by the first are given back by the second
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { arrays: arrayBuffers, heap: heapUsed };
}
