// What is around the explanations of a row, as bytes: its place, class and margin before them, and whether they are all after them.
// In JSON that is a record; in CSV every explanation has a line of its own that begins with the same cells.
import type { Classifier } from '@xpxlc/core';
import type { RowBlock } from '../table/encode.ts';
import { type CsvStyle, csvText } from '../table/text-rows.ts';
import { cutoffText, type StandingNumber, standingNumber } from '../terminal/standing.ts';
import { type ByteWriter, NO_FRAGMENT } from './byte-writer.ts';
import { styleOf, type TextFormat } from './dialect.ts';

/** What is written between records, or lines. */
export interface Joints {
  readonly before: string;
  readonly after: string;
}

/** Writes what is around explanations. */
export interface RowText {
  /** @param scores - of all classes, where there are more than two and they have probabilities. */
  begin(
    block: RowBlock,
    r: number,
    own: number,
    margin: number,
    doubtful: boolean,
    scores?: ArrayLike<number>,
  ): void;
  /** Another explanation follows. */
  next(): void;
  end(complete: boolean): void;
}

/** @param bounded - of explanations that may not be proved to be smallest: lines have a cell for the bound, empty where they are. */
export function rowText(
  out: ByteWriter,
  classifier: Classifier,
  format: TextFormat,
  joints: Joints,
  bounded = false,
): RowText {
  const style = styleOf(format);
  return style === undefined
    ? new RecordText(out, classifier, joints)
    : new LineText(out, classifier, style, bounded);
}

/** Short texts that every row has; without room for fragments they are written as texts. */
export class Fixed {
  private readonly out: ByteWriter;
  private readonly text: string;
  private readonly fragment: number;

  constructor(out: ByteWriter, text: string) {
    this.out = out;
    this.text = text;
    this.fragment = out.intern(text);
  }

  write(): void {
    if (this.fragment === NO_FRAGMENT) this.out.text(this.text);
    else this.out.fragment(this.fragment);
  }
}

/** The place of a row as the first keys of a record. */
export class RecordPlace {
  private readonly out: ByteWriter;
  private readonly opening: Fixed;

  constructor(out: ByteWriter, { before }: Joints) {
    this.out = out;
    this.opening = new Fixed(out, `${before}{"row":`);
  }

  write({ rowNumbers, keys }: RowBlock, r: number): void {
    this.opening.write();
    this.out.number(rowNumbers[r]);
    if (keys !== undefined) this.out.text(`,"id":${JSON.stringify(keys[r])}`);
  }
}

/** The place of a row as the first cells of a line, each followed by the delimiter. */
export class LinePlace {
  private readonly out: ByteWriter;
  private readonly style: CsvStyle;

  constructor(out: ByteWriter, style: CsvStyle) {
    this.out = out;
    this.style = style;
  }

  write({ rowNumbers, keys }: RowBlock, r: number): void {
    const { out, style } = this;
    out.number(rowNumbers[r]);
    out.ascii(style.delimiter);
    if (keys !== undefined) out.text(csvText(keys[r] ?? '', style));
    out.ascii(style.delimiter);
  }
}

class RecordText implements RowText {
  private readonly out: ByteWriter;
  private readonly place: RecordPlace;
  private readonly heads: readonly Fixed[];
  private readonly sure: Fixed;
  private readonly doubt: Fixed;
  private readonly all: Fixed;
  private readonly some: Fixed;
  private readonly standing: StandingNumber | undefined;
  private readonly key: Fixed | undefined;
  private first = true;

  constructor(out: ByteWriter, classifier: Classifier, joints: Joints) {
    const { classes } = classifier;
    this.out = out;
    this.place = new RecordPlace(out, joints);
    this.heads = classes.map((name) => new Fixed(out, `,"class":${JSON.stringify(name)},"margin":"`));
    this.standing = standingNumber(classifier);
    this.key = this.standing === undefined ? undefined : new Fixed(out, `","${this.standing.key}":`);
    const after = this.standing === undefined ? '"' : cutoffText(this.standing);
    this.sure = new Fixed(out, `${after},"explanations":[`);
    this.doubt = new Fixed(out, `${after},"doubtful":true,"explanations":[`);
    this.all = new Fixed(out, `],"complete":true}${joints.after}`);
    this.some = new Fixed(out, `],"complete":false}${joints.after}`);
  }

  begin(
    block: RowBlock,
    r: number,
    own: number,
    margin: number,
    doubtful: boolean,
    scores?: ArrayLike<number>,
  ): void {
    this.place.write(block, r);
    this.heads[own].write();
    this.out.number(margin);
    if (this.standing !== undefined) {
      const number = this.standing.of(own, margin, scores);
      if (Number.isFinite(number)) {
        this.key?.write();
        this.out.number(number);
      } else this.out.ascii('"');
    }
    (doubtful ? this.doubt : this.sure).write();
    this.first = true;
  }

  next(): void {
    if (!this.first) this.out.ascii(',');
    this.first = false;
  }

  end(complete: boolean): void {
    (complete ? this.all : this.some).write();
  }
}

class LineText implements RowText {
  private readonly out: ByteWriter;
  private readonly delimiter: string;
  private readonly place: LinePlace;
  private readonly classes: readonly Fixed[];
  private readonly standing: StandingNumber | undefined;
  private readonly none: Fixed;
  private readonly more: Fixed;
  private readonly all: Fixed;
  private readonly some: Fixed;
  /** Where the row's own cells begin and end. */
  private from = 0;
  private to = 0;
  private first = true;

  constructor(out: ByteWriter, classifier: Classifier, style: CsvStyle, bounded: boolean) {
    const { delimiter } = style;
    const rest = bounded ? delimiter.repeat(2) : delimiter;
    const { classes } = classifier;
    this.out = out;
    this.standing = standingNumber(classifier);
    this.delimiter = delimiter;
    this.place = new LinePlace(out, style);
    this.classes = classes.map((name) => new Fixed(out, csvText(name, style) + delimiter));
    this.none = new Fixed(out, delimiter.repeat(8));
    this.more = new Fixed(out, `${rest}\n`);
    this.all = new Fixed(out, `true${rest}\n`);
    this.some = new Fixed(out, `false${rest}\n`);
  }

  begin(
    block: RowBlock,
    r: number,
    own: number,
    margin: number,
    _doubtful: boolean,
    scores?: ArrayLike<number>,
  ): void {
    this.from = this.out.place;
    this.place.write(block, r);
    this.classes[own].write();
    this.out.number(margin);
    this.out.ascii(this.delimiter);
    if (this.standing !== undefined) {
      const number = this.standing.of(own, margin, scores);
      if (Number.isFinite(number)) this.out.number(number);
      this.out.ascii(this.delimiter);
    }
    this.to = this.out.place;
    this.first = true;
  }

  next(): void {
    if (!this.first) {
      // Whether they are all is said at the last one.
      this.more.write();
      this.out.again(this.from, this.to);
    }
    this.first = false;
  }

  end(complete: boolean): void {
    if (this.first) this.none.write();
    (complete ? this.all : this.some).write();
  }
}
