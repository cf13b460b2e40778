// What can list explanations: the public functions, and the searches behind them with settings that force their
// rarer paths (a coarse grid: exact decisions; no warm-up: tables of the tail from the start).

import {
  type EnumerateOptions,
  enumerate,
  enumerateIndices,
  enumerateMasks,
} from '../../src/query/enumerate.ts';
import { DepthFirst, type SearchSettings } from '../../src/search/cover-search.ts';
import { searchDemands } from '../../src/search/demand-search.ts';
import { listMask } from '../../src/search/feature-set.ts';
import { kernelSource } from '../../src/search/kernel-source.ts';
import { SizeFirst } from '../../src/search/size-search.ts';
import { CoverSource, type Source } from '../../src/search/source.ts';
import { type Kind, toCover } from '../../src/weigh/cover.ts';
import { toDemands } from '../../src/weigh/demands.ts';
import type { Weighed } from '../../src/weigh/problem.ts';

/** All answers to this question, in order. */
export interface Question {
  readonly kind: Kind;
  readonly order: 'search' | 'size';
  readonly after?: readonly number[];
}

/** An implementation of enumeration. */
export interface Lister {
  readonly name: string;
  /** Classes it can deal with. */
  readonly classes: 'two' | 'any';
  list(problem: Weighed, question: Question): number[][];
}

export const questions: readonly Question[] = [
  { kind: 'axp', order: 'search' },
  { kind: 'axp', order: 'size' },
  { kind: 'cxp', order: 'search' },
  { kind: 'cxp', order: 'size' },
];

export const throughIterator: Lister = {
  name: 'enumerate',
  classes: 'any',
  list: (problem, question) => Array.from(enumerate(problem, question), (set) => set.features),
};

export function throughMasks(batch: number): Lister {
  return {
    name: `enumerateMasks, batches of ${batch}`,
    classes: 'any',
    list: (problem, question) => [...masksOf(problem, { ...question, batch })],
  };
}

export function throughIndices(batch: number): Lister {
  return {
    name: `enumerateIndices, batches of ${batch}`,
    classes: 'any',
    list: (problem, question) =>
      [...enumerateIndices(problem, { ...question, batch })].flatMap(({ indices, offsets, count }) =>
        Array.from({ length: count }, (_, s) => [...indices.subarray(offsets[s], offsets[s + 1])]),
      ),
  };
}

/** The search for two classes with given settings. */
export function throughCovers(settings: SearchSettings, capacity = 3): Lister {
  return throughSource(`cover search, ${settingsText(settings)}`, settings, capacity, (...search) => {
    return new CoverSource(...search);
  });
}

/** The same in the kernel, where there is one and it has something to do. */
export function throughKernel(
  settings: { readonly bits?: number; readonly tables?: readonly (readonly [after: number, most: number])[] },
  capacity = 3,
): Lister {
  const { bits, tables } = settings;
  const stages = tables?.map(([after, most]) => ({ after, most }));
  return throughSource(`kernel, ${JSON.stringify(settings)}`, { bits }, capacity, (...search) => {
    return kernelSource(...search, stages && { stages }) ?? new CoverSource(...search);
  });
}

function throughSource(
  name: string,
  settings: SearchSettings,
  capacity: number,
  toSource: (search: DepthFirst | SizeFirst, forced: readonly number[], features: number) => Source,
): Lister {
  return {
    name,
    classes: 'two',
    list(problem, { kind, order, after }) {
      const cover = toCover(problem.rivals[0], kind);
      const search = order === 'size' ? new SizeFirst(cover, settings) : new DepthFirst(cover, settings);
      if (after !== undefined) {
        const picked = after.filter((i) => !cover.forced.includes(i));
        search.seek(picked.map((i) => search.features.indexOf(i)).sort((a, b) => a - b));
      }
      const source = toSource(search, cover.forced, problem.classifier.features.length);
      const masks = new Uint32Array(capacity * source.words);
      const sets: number[][] = [];
      for (let count = capacity; count === capacity; ) {
        count = source.fill(masks, capacity);
        for (let s = 0; s < count; s++) sets.push(listMask(masks, s * source.words, source.words));
      }
      return sets;
    },
  };
}

/** The search for several classes, which can do two as well. */
export function throughDemands(bits?: number): Lister {
  return {
    name: `demand search, ${bits === undefined ? 'the usual grid' : `a grid of ${bits} bits`}`,
    classes: 'any',
    list(problem, { kind, order, after }) {
      const rows = toDemands(problem, kind, bits);
      return [
        ...searchDemands(rows, { bySize: order === 'size', ...(after === undefined ? {} : { after }) }),
      ];
    },
  };
}

function* masksOf(problem: Weighed, options: EnumerateOptions & { batch: number }): Generator<number[]> {
  for (const { masks, words, count } of enumerateMasks(problem, options)) {
    for (let s = 0; s < count; s++) yield listMask(masks, s * words, words);
  }
}

function settingsText({ bits, warmUp }: SearchSettings): string {
  const grid = bits === undefined ? 'the usual grid' : `a grid of ${bits} bits`;
  return `${grid}, ${warmUp === undefined ? 'the usual warm-up' : `a warm-up of ${warmUp}`}`;
}
