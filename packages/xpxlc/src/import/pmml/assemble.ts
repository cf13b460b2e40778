// Scores and raw fields → a model file: `linear` where all is lines and tables, else `additive`.

import type { Link } from '@xpxlc/core';
import { negate } from '@xpxlc/core/exact';
import type { FileFeature, FileShape, ModelFile } from '../../schema/model-file.ts';
import { unsupported } from './attributes.ts';
import type { Column } from './column.ts';
import { type Exact, rounded, sum } from './exact.ts';
import type { RawField, Schema } from './fields.ts';
import type { Notes } from './scope.ts';
import type { Score } from './scores.ts';
import { toColumn } from './shapes.ts';
import type { XmlElement } from './xml.ts';

const HEAD = { format: 'xpxlc-model', version: 1 } as const;

/** What is needed to know besides the scores. */
export interface Reading {
  readonly schema: Schema;
  readonly notes: Notes;
  /** Missing cells are a value of their own wherever the model says what they mean. */
  readonly missing: boolean;
}

/** The features that matter, with shapes per class. */
export interface Columns {
  readonly fields: readonly RawField[];
  readonly features: FileFeature[];
  /** `shapes[feature][class]`. */
  readonly shapes: FileShape[][];
  /** Per class, without rounding. */
  readonly bias: Exact[];
}

/** The columns of all fields that any score uses, in the order of the DataDictionary. */
export function toColumns(scores: readonly Score[], { schema, notes, missing }: Reading): Columns {
  const fields = [...schema.fields.values()].filter(({ name }) =>
    scores.some(({ terms }) => terms.has(name)),
  );
  const columns: Column[] = fields.map((field) => toColumn(field, scores, missing));
  for (const column of columns) for (const note of column.notes) notes.add(note);
  for (const field of fields) {
    if (field.type === 'float')
      notes.add(`'${field.name}' is a 32-bit number in the file; here it is a double`);
    if (field.kind === 'number' && field.absent.length > 0)
      notes.add(
        `'${field.name}': ${field.absent.join(', ')} means missing in the file; leave such cells empty`,
      );
    if (field.kind === 'number' && field.invalid !== 'error' && Number.isFinite(field.upper - field.lower))
      notes.add(`'${field.name}' outside its bounds is read in another way by PMML; here it is an error`);
  }
  return {
    fields,
    features: columns.map(({ feature }) => feature),
    shapes: columns.map(({ shapes }) => [...shapes]),
    bias: scores.map(({ bias }, k) => columns.reduce((total, column) => sum(total, column.bias[k]), bias)),
  };
}

/** The model of scores of which the largest wins; ties go to the earlier one. `link` makes probabilities of them. */
export function assemble(
  scores: readonly Score[],
  classes: readonly string[],
  reading: Reading,
  element: XmlElement,
  link?: Link,
): ModelFile {
  const tieOrder = scores.map(({ label }) => label);
  const byLabel = new Map(scores.map((score) => [score.label, score]));
  const inOrder = classes.map((label) => byLabel.get(label) as Score);
  const { features, shapes, bias } = toColumns(inOrder, reading);
  const common = {
    ...HEAD,
    classes: [...classes],
    features,
    tieOrder,
    link,
  };
  const finite = (x: Exact): number => {
    const value = rounded(x);
    if (Number.isFinite(value)) return value;
    throw unsupported(element, 'an intercept beyond all doubles', 'a finite number', String(value));
  };
  if (!shapes.flat().every(({ kind }) => kind === 'linear' || kind === 'table'))
    return { ...common, kind: 'additive', bias: bias.map(finite), shapes };
  const weights = classes.map((_, k) => shapes.map((row) => weightOf(row[k])));
  // Two classes, one of which always scores 0: the row of the other is the model.
  if (classes.length === 2) {
    const idle = inOrder.map(({ terms }) => terms.size === 0);
    const single = (row: (number | number[])[], intercept: Exact, turn: boolean): ModelFile => ({
      ...common,
      kind: 'linear',
      weights: [turn ? row.map(turned) : row],
      intercept: [finite(turn ? negate(intercept) : intercept)],
    });
    if (idle[0]) return single(weights[1], sum(bias[1], negate(bias[0])), false);
    if (idle[1]) return single(weights[0], sum(bias[0], negate(bias[1])), true);
  }
  return { ...common, kind: 'linear', weights, intercept: bias.map(finite) };
}

function weightOf(shape: FileShape): number | number[] {
  return shape.kind === 'table' ? [...shape.values] : shape.kind === 'linear' ? shape.weight : 0;
}

function turned(weight: number | number[]): number | number[] {
  return typeof weight === 'number' ? 0 - weight : weight.map((w) => 0 - w);
}
