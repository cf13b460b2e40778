// Rows → their explanations, in any format. What is asked most, one smallest explanation of every row as NDJSON or Parquet, goes
// block by block (record/explain-lines.ts); a list of a million explanations of one row leaves page by page.
import {
  blockMargins,
  type Classifier,
  enumerateMasks,
  explainBlock,
  type Problem,
  XpxlcError,
} from '@xpxlc/core';
import { Allowance } from '../record/allowance.ts';
import { type Group, toGroups } from '../record/combinations.ts';
import { explainLines, hasQuickLines } from '../record/explain-lines.ts';
import {
  type Decision,
  decision,
  type Ending,
  type ErrorRecord,
  type ExplainQuestion,
  type ExplanationRecord,
  type Explanations,
  explanations,
  ruleOf,
  toErrorRecord,
} from '../record/explain-record.ts';
import { ExplanationList } from '../record/explanation-list.ts';
import { Ink } from '../record/ink.ts';
import type { RowBlock } from '../table/encode.ts';
import type { WriterColumn, WriterRow } from '../table/write.ts';
import { type Answerer, type At, atRow, type Part, problemOf, troubles } from './answerer.ts';
import type { CodedRows } from './coded-rows.ts';
import { canCode, toCodes } from './coded-table.ts';
import { type Format, JOINTS, Pages } from './layout.ts';

/** Answers `xpxlc explain`. */
export function answerExplain(classifier: Classifier, question: ExplainQuestion, format: Format): Answerer {
  if (isCoded(classifier, question, format)) return answerCodes(classifier);
  if (format === 'ndjson' || format === 'json') {
    const quick = isSimple(question) && hasQuickLines(classifier);
    return quick ? answerLines(classifier, format) : answerJson(classifier, question, format);
  }
  return answerRows(classifier, question, format);
}

/** Whether the answers come as {@link CodedRows}. */
export function isCoded(classifier: Classifier, question: ExplainQuestion, format: Format): boolean {
  return format === 'parquet' && isSimple(question) && hasQuickLines(classifier) && canCode(classifier);
}

/** One smallest explanation, and nothing else. */
export function isSimple(question: ExplainQuestion): boolean {
  return question.limit === 1 && isPlain(question);
}

/** Any explanations, without wishes or extras. */
function isPlain({ kind, avoid, never, inflate, certificate, skip, sample }: ExplainQuestion): boolean {
  return (
    kind === 'axp' &&
    avoid.length + never.length === 0 &&
    !inflate &&
    !certificate &&
    skip === undefined &&
    sample === undefined
  );
}

/** One smallest explanation per row as JSON; a block takes so little time that it is not stopped. */
function answerLines(classifier: Classifier, format: 'json' | 'ndjson'): Answerer {
  const lines = explainLines(classifier, JOINTS[format]);
  return {
    *answer(block) {
      const failed = yield* lines(block);
      return { rows: block.rows, failed };
    },
  };
}

/** One smallest explanation per row as numbers. */
function answerCodes(classifier: Classifier): Answerer {
  const groups = toGroups(classifier);
  return {
    *answer(block) {
      yield codesOf(classifier, groups, block);
      return { rows: block.rows, failed: block.bad.length };
    },
  };
}

function codesOf(classifier: Classifier, groups: readonly Group[], block: RowBlock): CodedRows {
  const { rows, rowNumbers, keys, bad } = block;
  const answer = explainBlock(classifier, block);
  const { margins } = blockMargins(classifier, block, answer);
  const { masks } = answer;
  return {
    coded: true,
    rows,
    rowNumbers,
    ...(keys === undefined ? {} : { keys }),
    classes: Uint8Array.from(answer.classes),
    margins,
    masks,
    ...toCodes(classifier, groups, block, masks),
    errors: bad.map(({ index, message }) => ({ index, message })),
  };
}

/** Records as JSON. Long lists leave before they are complete, so the record is written piece by piece. */
function answerJson(classifier: Classifier, question: ExplainQuestion, format: 'json' | 'ndjson'): Answerer {
  const { before, after } = JOINTS[format];
  const ink = new Ink();
  return {
    *answer(block, stop) {
      const bad = troubles(block);
      let failed = 0;
      let r = 0;
      for (; r < block.rows && !stop.aborted; r++) {
        const place = JSON.stringify(atRow(block, r)).slice(0, -1);
        ink.text(before + place);
        const budget = new Allowance(question, stop);
        const error =
          bad.get(r) ?? (yield* writeRecord(ink, () => problemOf(classifier, block, r), question, budget));
        if (error !== undefined) {
          failed += 1;
          ink.text(`,"error":${JSON.stringify(error)}`);
        }
        ink.text(`}${after}`);
        if (ink.full) yield ink.take();
        if (budget.stopped === 'interrupted') break; // this row is not done
      }
      yield ink.take();
      return { rows: r, failed };
    },
  };
}

/** Write the keys of a record after those of its place; an error that came up is left to the caller to write. */
function* writeRecord(
  ink: Ink,
  toProblem: () => Problem,
  question: ExplainQuestion,
  budget: Allowance,
): Generator<Part, ErrorRecord | undefined, void> {
  let open = false;
  try {
    const problem = toProblem();
    const list = toList(problem);
    // The first explanation may not be found: then the record has nothing but the error.
    const first = list.next(ink);
    ink.text(`,${JSON.stringify(decision(problem)).slice(1, -1)},"explanations":[`);
    open = true;
    let next = first;
    while (!next.done) {
      if (ink.full) yield ink.take();
      next.value();
      next = list.next(ink);
    }
    open = false;
    ink.text(`],${JSON.stringify(next.value).slice(1, -1)}`);
    return undefined;
  } catch (error) {
    if (!(error instanceof XpxlcError)) throw error;
    if (open) ink.text('],"complete":false');
    return toErrorRecord(error);
  }

  /** Each step writes a piece of the list. */
  function* toList(problem: Problem): Generator<() => void, Ending, Ink> {
    if (question.limit > 1 && isPlain(question)) {
      ink.forget();
      const quick = new ExplanationList(ink, problem);
      if (quick.ready) return yield* quickly(quick, problem);
    }
    const slow = explanations(problem, question, budget);
    let comma = '';
    for (;;) {
      const step = slow.next();
      if (step.done) return step.value;
      yield () => ink.text(comma + JSON.stringify(step.value));
      comma = ',';
    }
  }

  function* quickly(quick: ExplanationList, problem: Problem): Generator<() => void, Ending, Ink> {
    const { order, limit } = question;
    const most = Math.min(limit, budget.left);
    let found = 0;
    // One more than asked for, to know whether there are more.
    for (const batch of enumerateMasks(problem, { order, limit: most + 1, batch: BATCH })) {
      const count = Math.min(batch.count, most - found);
      for (let at = 0; at < count; ) {
        if (budget.look()) return { complete: false, stopped: budget.stopped as 'max-time' };
        yield () => {
          at = quick.write({ ...batch, count }, at);
        };
      }
      found += count;
      if (batch.count > count)
        return limit <= budget.left ? { complete: false } : { complete: false, stopped: 'max-explanations' };
    }
    return { complete: true };
  }
}

/** Sets at a time: more than a page of text. */
const BATCH = 4096;

/** Text for people, and rows of tables. */
function answerRows(classifier: Classifier, question: ExplainQuestion, format: Format): Answerer {
  const columns = explainColumns(question);
  return {
    *answer(block, stop) {
      const pages = new Pages<never>(format, { text: () => '', columns, rows: () => [] });
      const bad = troubles(block);
      let failed = 0;
      let r = 0;
      for (; r < block.rows && !stop.aborted; r++) {
        const at = atRow(block, r);
        const budget = new Allowance(question, stop);
        const error = bad.get(r) ?? (yield* putRow(at, () => problemOf(classifier, block, r), budget));
        if (budget.stopped === 'interrupted') break; // this row is not done
        if (error === undefined) continue;
        failed += 1;
        if (format === 'text') pages.putText(`${nameOf(at)}: error: ${error.message}\n`);
        else pages.putRows([toRow(at, {}, undefined, undefined, error.message)]);
        yield* pages.full();
      }
      yield* pages.rest();
      return { rows: r, failed };

      function* putRow(
        at: At,
        toProblem: () => Problem,
        budget: Allowance,
      ): Generator<Part, ErrorRecord | undefined, void> {
        try {
          const problem = toProblem();
          const list = explanations(problem, question, budget);
          const first = list.next();
          const head = decision(problem);
          if (format === 'text') yield* putText(at, head, first, list);
          else yield* putTable(at, head, first, list);
          return undefined;
        } catch (error) {
          if (error instanceof XpxlcError) return toErrorRecord(error);
          throw error;
        }
      }

      function* putText(
        at: At,
        head: Decision,
        first: Step,
        list: Explanations,
      ): Generator<Part, void, void> {
        pages.putText(
          `${nameOf(at)}: ${head.class}, lead ${head.margin}${head.doubtful ? ' (within rounding noise)' : ''}\n`,
        );
        let step = first;
        for (; !step.done; step = list.next()) {
          pages.putText(`  ${sentence(step.value, head.class as string)}\n`);
          yield* pages.full();
        }
        const { complete, impossible, stopped } = step.value;
        if (impossible !== undefined) pages.putText(`  no explanation: ${impossible}\n`);
        if (!complete)
          pages.putText(`  … and there may be more${stopped === undefined ? '' : ` (${stopped})`}\n`);
        yield* pages.full();
      }

      /** Whether the explanations are all is known at the last one: only its row says it. */
      function* putTable(
        at: At,
        head: Decision,
        first: Step,
        list: Explanations,
      ): Generator<Part, void, void> {
        let step = first;
        let held: ExplanationRecord | undefined;
        try {
          for (; !step.done; step = list.next()) {
            if (held !== undefined) pages.putRows([toRow(at, head, held, undefined)]);
            held = step.value;
            yield* pages.full();
          }
        } catch (error) {
          // What was found before is not lost; the error follows as a row of its own.
          if (held !== undefined) pages.putRows([toRow(at, head, held, { complete: false })]);
          throw error;
        }
        pages.putRows([toRow(at, head, held, step.value, step.value.impossible)]);
        yield* pages.full();
      }
    },
  };

  function toRow(
    { row, id = null }: At,
    { class: name = undefined, margin = undefined }: Decision,
    explanation: ExplanationRecord | undefined,
    ending: Ending | undefined,
    error?: string,
  ): WriterRow {
    return [
      row,
      id,
      name ?? null,
      margin === undefined ? null : Number(margin),
      explanation?.kind ?? null,
      explanation?.size ?? null,
      explanation?.features ?? null,
      explanation?.widened ?? explanation?.literals ?? null,
      explanation?.counterfactual ?? null,
      ...(question.certificate ? [explanation?.certificate ?? null] : []),
      ending?.complete ?? null,
      error ?? null,
    ];
  }
}

type Step = IteratorResult<ExplanationRecord, Ending>;

/** The columns of a table of explanations: one row per explanation. */
export function explainColumns({ certificate }: ExplainQuestion): readonly WriterColumn[] {
  return [
    { name: 'row', type: 'integer' },
    { name: 'id', type: 'text' },
    { name: 'class', type: 'text' },
    { name: 'margin', type: 'number' },
    { name: 'kind', type: 'text' },
    { name: 'size', type: 'integer' },
    { name: 'features', type: 'json' },
    { name: 'literals', type: 'json' },
    { name: 'counterfactual', type: 'json' },
    ...(certificate ? [{ name: 'certificate', type: 'json' } as const] : []),
    { name: 'complete', type: 'boolean' },
    { name: 'error', type: 'text' },
  ];
}

function nameOf({ row, id }: At): string {
  return `row ${row}${id === undefined ? '' : ` (${id})`}`;
}

/** An explanation in words. */
function sentence(
  { kind, literals, widened, features, counterfactual }: ExplanationRecord,
  name: string,
): string {
  if (kind === 'axp') return ruleOf({ literals: widened ?? literals }, name);
  if (counterfactual === undefined) return `BUT another class with other ${features.join(', ')}`;
  const noise = counterfactual.doubtful ? ' (within rounding noise)' : '';
  return `BUT ${counterfactual.class} if ${counterfactual.literals.join(' and ')}${noise}`;
}
