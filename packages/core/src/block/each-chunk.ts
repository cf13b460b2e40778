// A block, chunk by chunk, through the engine that fits the model.

import { holds, type Within } from '../model/within.ts';
import type { Reduced } from '../reduce/classifier.ts';
import { type Narrower, outsideOf, toNarrower } from '../reduce/narrow.ts';
import { checkKind, type Kind } from '../weigh/cover.ts';
import { toOptions } from '../weigh/float-scores.ts';
import { toNarrowSides } from '../weigh/narrow-sides.ts';
import { type Weighed, weighEncoded } from '../weigh/problem.ts';
import { type Side, toSides } from '../weigh/sides.ts';
import {
  type Block,
  type BlockClasses,
  checkBlock,
  flagRow,
  ROW_STATUS,
  troubleWith,
  zeros,
} from './block-data.ts';
import { CHUNK, type ChunkEngine, NO_CLASS } from './chunk-engine.ts';
import { gather } from './gather.ts';
import { kernelEngine } from './kernel-engine.ts';
import { ScriptEngine } from './script-engine.ts';

const engines = new WeakMap<Reduced, ChunkEngine>();

/** Asks about rows: chunks of them where there is an engine for the model, otherwise one after the other. */
export interface Asker {
  readonly chunk: (engine: ChunkEngine, first: number, rows: number) => void;
  readonly row: (r: number, problem: Weighed) => void;
}

/**
 * Ask about every good row of a block, in order; the rows' status and classes are filled in on the way.
 *
 * @param narrower - what may move.
 */
export function eachChunk(
  classifier: Reduced,
  block: Block,
  answer: BlockClasses,
  { chunk, row }: Asker,
  narrower?: Narrower,
): void {
  const sides = toSides(classifier);
  // Stryker disable next-line ConditionalExpression: row by row gives the same answers, only later
  if (sides === null) {
    for (let r = 0; r < block.rows; r++) {
      const problem = problemOfRow(classifier, block, r, answer, narrower);
      if (problem !== undefined) row(r, problem);
    }
    return;
  }
  const narrow =
    narrower === undefined ? undefined : (toNarrowSides(classifier, narrower) as readonly Side[]);
  const engine =
    narrow === undefined
      ? (kernelEngine(classifier, sides) ?? scriptEngine(classifier, sides))
      : new ScriptEngine(classifier, sides, narrow);
  for (let first = 0; first < block.rows; first += CHUNK) {
    const end = Math.min(block.rows, first + CHUNK);
    gather(classifier, sides, block, first, end, engine, answer);
    if (narrower !== undefined) leaveOut(narrower, block, first, end, engine, answer);
    chunk(engine, first, end - first);
  }
}

/** Rows that are not part of what may move are not to be answered. */
function leaveOut(
  { rules }: Narrower,
  { columns }: Block,
  first: number,
  end: number,
  { classes }: ChunkEngine,
  answer: BlockClasses,
): void {
  rules.forEach((rule, i) => {
    if (rule === undefined) return;
    for (let r = first; r < end; r++) {
      if (answer.status[r] !== ROW_STATUS.ok || holds(rule, columns[i][r])) continue;
      flagRow(answer, r, i, ROW_STATUS.outsideWithin);
      classes[r - first] = NO_CLASS;
      answer.classes[r] = 0;
    }
  });
}

function scriptEngine(classifier: Reduced, sides: readonly Side[]): ChunkEngine {
  let engine = engines.get(classifier);
  if (engine === undefined) {
    engine = new ScriptEngine(classifier, sides);
    engines.set(classifier, engine);
  }
  return engine;
}

/** A row of a block by itself; undefined, with its trouble noted, for a bad one. */
function problemOfRow(
  classifier: Reduced,
  block: Block,
  r: number,
  answer: BlockClasses,
  narrower?: Narrower,
): Weighed | undefined {
  classifier.features.forEach((feature, i) => {
    const trouble = troubleWith(feature, block.columns[i][r]);
    if (trouble !== ROW_STATUS.ok) flagRow(answer, r, i, trouble);
  });
  if (narrower !== undefined && answer.status[r] === ROW_STATUS.ok) {
    const outside = outsideOf(narrower, rowOf(block, r));
    if (outside >= 0) flagRow(answer, r, outside, ROW_STATUS.outsideWithin);
  }
  if (answer.status[r] !== ROW_STATUS.ok) return undefined;
  const problem = problemAt(classifier, block, r, narrower);
  answer.classes[r] = problem.classIndex;
  return problem;
}

/** A good row of a block by itself. */
export function problemAt(classifier: Reduced, block: Block, r: number, narrower?: Narrower): Weighed {
  return weighEncoded(classifier, toOptions(classifier, rowOf(block, r)), narrower);
}

function rowOf({ columns }: Block, r: number): Float64Array {
  const values = new Float64Array(columns.length);
  for (let i = 0; i < values.length; i++) values[i] = columns[i][r];
  return values;
}

/** What may move in all rows of a block, checked. */
export function narrowerOf(classifier: Reduced, within: Within | undefined): Narrower | undefined {
  return within === undefined ? undefined : toNarrower(classifier, within);
}

/**
 * An answer about no row yet, in the place of an earlier one if there is one.
 *
 * @throws {InstanceError} when block or kind are not as they must be.
 */
export function emptyAnswer(
  classifier: Reduced,
  block: Block,
  kind: Kind,
  into?: BlockClasses,
): BlockClasses {
  checkKind(kind);
  checkBlock(classifier, block);
  return {
    status: zeros(Uint8Array, block.rows, into?.status),
    badFeature: zeros(Int32Array, block.rows, into?.badFeature),
    classes: zeros(Uint16Array, block.rows, into?.classes),
  };
}
