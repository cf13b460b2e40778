// Scores → features, shapes and biases as a model file has them, field by field.
import { categoryColumn } from './category-column.ts';
import type { Column } from './column.ts';
import type { RawField } from './fields.ts';
import { numberColumn } from './number-column.ts';
import type { Score } from './scores.ts';

/** The column of a field; `always` asks for missing cells to be a value wherever the model says what they mean. */
export function toColumn(field: RawField, scores: readonly Score[], always: boolean): Column {
  // Shapes are dense: every class has one of every field, however empty.
  field.work.spend(scores.length);
  const terms = scores.map(({ terms }) => terms.get(field.name) ?? []);
  return field.kind === 'number' ? numberColumn(field, terms, always) : categoryColumn(field, terms, always);
}
