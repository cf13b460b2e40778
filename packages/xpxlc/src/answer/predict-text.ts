// Predictions of two classes as bytes, without an object for each row: records of JSON, or lines of CSV.
import type { BlockMargins, BlockPrediction, Classifier } from '@xpxlc/core';
import type { RowBlock } from '../table/encode.ts';
import { type CsvStyle, csvText } from '../table/text-rows.ts';
import { cutoffText, type StandingNumber, standingNumber } from '../terminal/standing.ts';
import type { ByteWriter } from './byte-writer.ts';
import { keyOrder } from './change-text.ts';
import { styleOf, type TextFormat } from './dialect.ts';
import { Fixed, type Joints, LinePlace, RecordPlace } from './row-text.ts';

/** Writes predictions. */
export class PredictText {
  private readonly out: ByteWriter;
  private readonly place: { write(block: RowBlock, r: number): void };
  private readonly json: boolean;
  /** By class: from the place to the margin, and from there on. */
  private readonly heads: readonly Fixed[];
  /** By class, with 2 more for ties and 4 more for doubt: from the margin to the first score. */
  private readonly middles: readonly Fixed[];
  private readonly between: Fixed;
  /** What the model says of the decision after the margin, and how it is introduced. */
  private readonly standing: StandingNumber | undefined;
  private readonly key: Fixed;
  /** Instead, where it is beyond the largest double. */
  private readonly none: string;
  /** Between the scores and the probabilities, where there are any. */
  private readonly likely: Fixed | undefined;
  /** By true class, and in the end where none is asked for: after the scores. */
  private readonly tails: readonly Fixed[];
  /** Which class's score comes first, and second. */
  private readonly order: readonly number[];

  constructor(
    out: ByteWriter,
    classifier: Classifier,
    format: TextFormat,
    joints: Joints,
    labelled: boolean,
  ) {
    const { classes } = classifier;
    this.out = out;
    const style = styleOf(format);
    this.json = style === undefined;
    this.standing = standingNumber(classifier);
    const parts =
      style === undefined
        ? jsonParts(classes, this.standing, joints)
        : csvParts(classes, this.standing, style, labelled);
    this.key = new Fixed(out, parts.key);
    this.none = style === undefined ? '"' : style.delimiter;
    this.likely = this.standing?.key === 'probability' ? new Fixed(out, parts.likely) : undefined;
    const fixed = (texts: readonly string[]): Fixed[] => texts.map((text) => new Fixed(out, text));
    this.place = style === undefined ? new RecordPlace(out, joints) : new LinePlace(out, style);
    this.heads = fixed(parts.heads);
    this.middles = fixed(parts.middles);
    this.between = new Fixed(out, parts.between);
    this.tails = fixed(parts.tails);
    this.order = parts.order;
  }

  /** Write row r; `label` is its true class, if known. */
  write(
    block: RowBlock,
    r: number,
    { classes, scores }: BlockPrediction,
    { margins, doubtful }: BlockMargins,
    label: number | undefined,
  ): void {
    const { out, order, standing } = this;
    const own = classes[r];
    const margin = margins[r];
    this.place.write(block, r);
    this.heads[own].write();
    out.number(margin);
    if (standing !== undefined) {
      const number = standing.of(own, margin);
      if (Number.isFinite(number)) {
        this.key.write();
        out.number(number);
      } else out.ascii(this.none);
    }
    this.middles[own + (margin === 0 ? 2 : 0) + 4 * doubtful[r]].write();
    this.score(scores[2 * r + order[0]]);
    this.between.write();
    this.score(scores[2 * r + order[1]]);
    if (standing !== undefined && this.likely !== undefined) {
      // The probability of the other class is that of a lead turned round: both come from one margin.
      const [p, q] = [standing.other?.(own, margin) as number, standing.of(own, margin)];
      this.likely.write();
      out.number(order[0] === own ? q : p);
      this.between.write();
      out.number(order[1] === own ? q : p);
    }
    this.tails[label ?? 2].write();
  }

  private score(x: number): void {
    if (this.json && !Number.isFinite(x)) this.out.ascii('null');
    else this.out.number(x);
  }
}

interface Parts {
  readonly heads: readonly string[];
  readonly middles: readonly string[];
  readonly between: string;
  readonly key: string;
  readonly likely: string;
  readonly tails: readonly string[];
  readonly order: readonly number[];
}

const CASES = [0, 1, 2, 3, 4, 5, 6, 7].map((x) => ({
  own: x & 1,
  tie: (x & 2) !== 0,
  doubtful: (x & 4) !== 0,
}));

function jsonParts(
  classes: readonly string[],
  standing: StandingNumber | undefined,
  { after }: Joints,
): Parts {
  const names = classes.map((name) => JSON.stringify(name));
  // Of the keys of an object those that are numbers come first.
  const order = keyOrder(classes)[0] === 0 ? [0, 1] : [1, 0];
  return {
    heads: names.map((name) => `,"class":${name},"margin":"`),
    middles: CASES.map(
      ({ own, tie, doubtful }) =>
        `${standing === undefined ? '"' : cutoffText(standing)},"rival":${names[1 - own]}${tie ? ',"tie":true' : ''}${doubtful ? ',"doubtful":true' : ''},"scores":{${names[order[0]]}:`,
    ),
    between: `,${names[order[1]]}:`,
    key: `","${standing?.key}":`,
    likely: `},"probabilities":{${names[order[0]]}:`,
    tails: [...names.map((name) => `},"actual":${name}}${after}`), `}}${after}`],
    order,
  };
}

function csvParts(
  classes: readonly string[],
  standing: StandingNumber | undefined,
  style: CsvStyle,
  labelled: boolean,
): Parts {
  const { delimiter } = style;
  const names = classes.map((name) => csvText(name, style));
  const cutoff = standing?.cutoff === undefined ? [] : [standing.cutoff];
  const line = (...cells: unknown[]): string => cells.join(delimiter);
  return {
    heads: names.map((name) => line(name, '')),
    middles: CASES.map(({ own, tie, doubtful }) => line('', ...cutoff, names[1 - own], tie, doubtful, '')),
    between: delimiter,
    key: delimiter,
    likely: delimiter,
    tails: [...names.map((name) => line('', name, '\n')), labelled ? line('', '', '\n') : line('', '\n')],
    order: [0, 1],
  };
}
