// Explanations of many rows as bytes: found by the core block by block, written from fragments, without an object for each. For
// classifiers of categories and bins; what is too long or too close to a tie is left to the general way.
import {
  type BlockClasses,
  type BlockSets,
  blockMargins,
  type Classifier,
  enumerateBlock,
  explainBlock,
} from '@xpxlc/core';
import type { RowBlock } from '../cells/row-block.ts';
import { standingNumber } from '../terminal/standing.ts';
import type { Stop } from './allowance.ts';
import { problemOf } from './answerer.ts';
import type { ByteWriter } from './byte-writer.ts';
import { ofOptions, optionsByRow } from './combinations.ts';
import { type Decisions, decidedSources, decisionsOf } from './decisions.ts';
import { type EntryFormat, entryFormatOf, styleOf, type TextFormat } from './entry-format.ts';
import { describe, type ExplainQuestion } from './explain-record.ts';
import { explainColumns } from './explain-table.ts';
import { ExplanationText } from './explanation-text.ts';
import { EXPLAINED } from './record-fields.ts';
import { PLACE_SOURCES, RowWriter, type Sources } from './row-writer.ts';
import { sentencesOf } from './sentence.ts';

/** Sets listed of a row; those with more take long anyway. */
const MOST = 1000;

/** What searching one row may cost here, where there are more than two classes: branches for a smallest one, steps for a list. */
const STEPS = { smallest: 128, list: 20_000 };

/** The explanations of a block's rows. */
export interface QuickBlock {
  readonly decisions: Decisions;
  readonly options: Int32Array;
  readonly kinds: readonly KindSets[];
}

/** What is known of a row when it is written; whether its explanations are all: 2 where that is not said yet. */
interface QuickRow {
  readonly block: RowBlock;
  readonly decisions: Decisions;
  readonly margins: Decisions;
  readonly ending: 0 | 1 | 2;
}

function explainSources(classifier: Classifier): Sources<QuickRow> {
  const k = classifier.classes.length;
  const cells = Object.fromEntries(WRITTEN.map((name) => [name, 'elsewhere'] as const));
  return {
    ...PLACE_SOURCES,
    ...decidedSources<QuickRow>(
      classifier,
      ({ decisions }, r) => decisions.classes[r],
      ({ decisions }, r) => decisions.scores?.subarray(k * r, k * (r + 1)),
    ),
    explanations: 'elsewhere',
    ...cells,
    complete: { code: ({ ending }) => ending, values: [false, true, undefined] },
  };
}

/** The fields of an explanation, which ExplanationText writes. */
const WRITTEN = ['kind', 'size', 'rule', 'change', 'counterfactual', 'features', 'literals'];
/** Cells of CSV: the new class is one of its own. */
const WRITTEN_CELLS = WRITTEN.length + 1;

type KindSets = { readonly kind: 'axp' | 'cxp' } & Pick<
  BlockSets,
  'offsets' | 'masks' | 'words' | 'complete'
>;

/** Whether rows can be told of quickly. */
export function isQuick(classifier: Classifier, question: ExplainQuestion): boolean {
  const { kind, limit, maxTime, maxExplanations } = question;
  const simple = kind === 'axp' || hasSimpleChanges(classifier);
  const unbounded = limit === 1 || (maxTime === undefined && maxExplanations === undefined);
  return isPlain(question) && ofOptions(classifier) && simple && unbounded;
}

/** Any explanations, without wishes or extras. */
export function isPlain(question: ExplainQuestion): boolean {
  const { avoid, never, target, inflate, certificate, skip, sample, within } = question;
  return (
    avoid.length + never.length === 0 &&
    !inflate &&
    !certificate &&
    [target, skip, sample, within].every((wish) => wish === undefined)
  );
}

function hasSimpleChanges({ classes, features }: Classifier): boolean {
  return classes.length === 2 && features.every(({ kind }) => kind === 'categorical');
}

/** Tells of rows of which {@link isQuick} is true. */
export class QuickExplainer {
  private readonly classifier: Classifier;
  private readonly question: ExplainQuestion;
  private readonly out: ByteWriter;
  private readonly entryFormat: EntryFormat;
  private readonly text: ExplanationText;
  private readonly row: RowWriter<QuickRow>;
  private readonly isLines: boolean;
  private readonly nothing: number;
  private readonly comma: number;

  constructor(out: ByteWriter, classifier: Classifier, question: ExplainQuestion, format: TextFormat) {
    this.classifier = classifier;
    this.question = question;
    this.out = out;
    this.entryFormat = entryFormatOf(format);
    this.text = new ExplanationText(out, classifier, this.entryFormat);
    this.row = new RowWriter(
      out,
      format,
      { fields: EXPLAINED, columns: explainColumns(classifier, question) },
      explainSources(classifier),
    );
    // In CSV every explanation has a line of its own.
    this.isLines = styleOf(format) !== undefined;
    this.nothing = out.fixed(styleOf(format)?.delimiter.repeat(WRITTEN_CELLS) ?? '');
    this.comma = out.fixed(',');
  }

  /** Find the explanations of all rows of a block. */
  begin(block: RowBlock, signal: Stop): QuickBlock {
    const { classifier, question } = this;
    const { kind, limit, order } = question;
    const asked = (['axp', 'cxp'] as const).filter((some) => kind === some || kind === 'both');
    const answers = asked.map((some) => {
      if (limit > 1)
        return enumerateBlock(classifier, block, {
          kind: some,
          order,
          limit: Math.min(limit, MOST),
          budget: { steps: STEPS.list, signal },
        });
      const budget = { steps: STEPS.smallest, signal };
      const answer = explainBlock(classifier, block, { kind: some, budget });
      return { ...answer, ...oneEach(some, answer.sizes, answer.masks, answer.words) };
    });
    return {
      decisions: this.decisions(block, answers[0]),
      options: optionsByRow(classifier, block),
      kinds: answers.map(({ offsets, masks, words, complete }, k) => ({
        kind: asked[k],
        offsets,
        masks,
        words,
        complete,
      })),
    };
  }

  /** With the scores, where the probability depends on them. */
  private decisions(block: RowBlock, answer: BlockClasses): Decisions {
    const { classifier } = this;
    if (standingNumber(classifier)?.needsScores === true) return decisionsOf(classifier, block);
    return { classes: answer.classes, ...blockMargins(classifier, block, answer) };
  }

  /** Write row r; false, and nothing written, where more must be looked for. */
  write({ decisions, options, kinds }: QuickBlock, block: RowBlock, r: number): boolean {
    const { limit } = this.question;
    const cut = kinds.some(({ complete }) => complete[r] === 0);
    if (
      cut &&
      kinds.some(
        ({ complete, offsets }) => complete[r] === 0 && (limit === 1 || offsets[r + 1] - offsets[r] < limit),
      )
    )
      return false;
    const { out, text, row } = this;
    const found: QuickRow = { block, decisions, margins: decisions, ending: cut ? 0 : 1 };
    const own = decisions.classes[r];
    const margin = decisions.margins[r];
    const from = out.place;
    row.write(found, r);
    const to = out.place;
    let first = true;
    text.open(options, r * block.columns.length, own);
    for (const { kind, offsets, masks, words } of kinds)
      for (let s = offsets[r]; s < offsets[r + 1]; s++) {
        if (!first) this.separate(found, r, from, to);
        first = false;
        if (kind === 'axp') text.axp(masks, s * words);
        else if (!text.cxp(own, margin, masks, s * words)) this.slowly(block, r, masks, s * words, words);
      }
    if (first) out.fragment(this.nothing);
    row.write(found, r, 1);
    return true;
  }

  /** Another explanation follows. */
  private separate(found: QuickRow, r: number, from: number, to: number): void {
    if (!this.isLines) {
      this.out.fragment(this.comma);
      return;
    }
    // Whether they are all is said at the last one.
    this.row.write({ ...found, ending: 2 }, r, 1);
    this.out.again(from, to);
  }

  /** A contrast that is too close to a tie. */
  private slowly(block: RowBlock, r: number, masks: Uint32Array, base: number, words: number): void {
    const problem = problemOf(this.classifier, block, r);
    const set = this.classifier.features.flatMap((_, i) =>
      i >> 5 < words && (masks[base + (i >> 5)] >>> (i & 31)) & 1 ? [i] : [],
    );
    const record = describe(problem, 'cxp', set, this.question);
    this.out.text(this.entryFormat.entry(record, sentencesOf(problem, record, this.question)));
  }
}

/** One set per row as lists; an empty contrast is none. */
function oneEach(
  kind: 'axp' | 'cxp',
  sizes: Uint32Array,
  masks: Uint32Array,
  words: number,
): Pick<BlockSets, 'offsets' | 'masks'> {
  const rows = sizes.length;
  const offsets = new Uint32Array(rows + 1);
  if (kind === 'axp') return { offsets: offsets.map((_, r) => r), masks };
  const kept = new Uint32Array(masks.length);
  for (let r = 0; r < rows; r++) {
    if (sizes[r] > 0) for (let w = 0; w < words; w++) kept[offsets[r] * words + w] = masks[r * words + w];
    offsets[r + 1] = offsets[r] + Number(sizes[r] > 0);
  }
  return { offsets, masks: kept };
}
