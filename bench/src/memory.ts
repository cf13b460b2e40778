// Memory held by a running enumeration (JavaScript heap and typed arrays, after collecting garbage): the most over twenty
// moments of the listing, which must not depend on how many explanations are listed.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { enumerateMasks, type Problem, weigh } from '@xpxlc/core';
import { type Case, chooseRows, readDataset, syntheticCase } from './data.ts';
import { digits, type Report, type Settings, toTable } from './report.ts';

const MOMENTS = 20;

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
      'KiB of live heap and typed arrays above those before the listing, the output batch (8192 masks) included:',
      toTable(
        ['set', 'order', ...limits.map((limit) => `first ${limit.toLocaleString('en')}`)],
        rows.map(({ set, order, bytes }) => [
          set,
          order === 'size' ? 'smallest first' : 'depth first',
          ...bytes.map((b) => digits(b / 1024)),
        ]),
      ),
    ],
    data: { limits, rows },
  };
}

/** The most bytes a listing of `limit` masks holds. */
function held(problem: Problem, order: 'search' | 'size', limit: number): number {
  const before = live();
  let most = 0;
  let listed = 0;
  let next = 0;
  for (const { count } of enumerateMasks(problem, { order, limit, batch: Math.min(8192, limit / MOMENTS) })) {
    listed += count;
    if (listed < next) continue;
    next += limit / MOMENTS;
    most = Math.max(most, live() - before);
  }
  if (listed !== limit) throw new Error(`only ${listed} of ${limit} explanations`);
  return most;
}

function live(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
