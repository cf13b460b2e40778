// What is around the explanations of a row, as bytes: its place, class and margin before them, and whether they are all after them.
// In JSON that is a record; in CSV every explanation has a line of its own that begins with the same cells.
import type { Classifier } from '@xpxlc/core';
import type { RowBlock } from '../table/encode.ts';
import { type CsvStyle, csvText } from '../table/text-rows.ts';
import { cutoffText, type StandingNumber, standingNumber } from '../terminal/standing.ts';
import { styleOf, type TextFormat } from './dialect.ts';
import { type Ink, NO_WORD } from './ink.ts';

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
  ink: Ink,
  classifier: Classifier,
  format: TextFormat,
  joints: Joints,
  bounded = false,
): RowText {
  const style = styleOf(format);
  return style === undefined
    ? new RecordText(ink, classifier, joints)
    : new LineText(ink, classifier, style, bounded);
}

/** Short texts that every row has; without room for words they are written as texts. */
export class Fixed {
  private readonly ink: Ink;
  private readonly text: string;
  private readonly word: number;

  constructor(ink: Ink, text: string) {
    this.ink = ink;
    this.text = text;
    this.word = ink.learn(text);
  }

  write(): void {
    if (this.word === NO_WORD) this.ink.text(this.text);
    else this.ink.word(this.word);
  }
}

/** The place of a row as the first keys of a record. */
export class RecordPlace {
  private readonly ink: Ink;
  private readonly opening: Fixed;

  constructor(ink: Ink, { before }: Joints) {
    this.ink = ink;
    this.opening = new Fixed(ink, `${before}{"row":`);
  }

  write({ rowNumbers, keys }: RowBlock, r: number): void {
    this.opening.write();
    this.ink.number(rowNumbers[r]);
    if (keys !== undefined) this.ink.text(`,"id":${JSON.stringify(keys[r])}`);
  }
}

/** The place of a row as the first cells of a line, each followed by the delimiter. */
export class LinePlace {
  private readonly ink: Ink;
  private readonly style: CsvStyle;

  constructor(ink: Ink, style: CsvStyle) {
    this.ink = ink;
    this.style = style;
  }

  write({ rowNumbers, keys }: RowBlock, r: number): void {
    const { ink, style } = this;
    ink.number(rowNumbers[r]);
    ink.ascii(style.delimiter);
    if (keys !== undefined) ink.text(csvText(keys[r] ?? '', style));
    ink.ascii(style.delimiter);
  }
}

class RecordText implements RowText {
  private readonly ink: Ink;
  private readonly place: RecordPlace;
  private readonly heads: readonly Fixed[];
  private readonly sure: Fixed;
  private readonly doubt: Fixed;
  private readonly all: Fixed;
  private readonly some: Fixed;
  private readonly standing: StandingNumber | undefined;
  private readonly key: Fixed | undefined;
  private first = true;

  constructor(ink: Ink, classifier: Classifier, joints: Joints) {
    const { classes } = classifier;
    this.ink = ink;
    this.place = new RecordPlace(ink, joints);
    this.heads = classes.map((name) => new Fixed(ink, `,"class":${JSON.stringify(name)},"margin":"`));
    this.standing = standingNumber(classifier);
    this.key = this.standing === undefined ? undefined : new Fixed(ink, `","${this.standing.key}":`);
    const after = this.standing === undefined ? '"' : cutoffText(this.standing);
    this.sure = new Fixed(ink, `${after},"explanations":[`);
    this.doubt = new Fixed(ink, `${after},"doubtful":true,"explanations":[`);
    this.all = new Fixed(ink, `],"complete":true}${joints.after}`);
    this.some = new Fixed(ink, `],"complete":false}${joints.after}`);
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
    this.ink.number(margin);
    if (this.standing !== undefined) {
      const number = this.standing.of(own, margin, scores);
      if (Number.isFinite(number)) {
        this.key?.write();
        this.ink.number(number);
      } else this.ink.ascii('"');
    }
    (doubtful ? this.doubt : this.sure).write();
    this.first = true;
  }

  next(): void {
    if (!this.first) this.ink.ascii(',');
    this.first = false;
  }

  end(complete: boolean): void {
    (complete ? this.all : this.some).write();
  }
}

class LineText implements RowText {
  private readonly ink: Ink;
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

  constructor(ink: Ink, classifier: Classifier, style: CsvStyle, bounded: boolean) {
    const { delimiter } = style;
    const rest = bounded ? delimiter.repeat(2) : delimiter;
    const { classes } = classifier;
    this.ink = ink;
    this.standing = standingNumber(classifier);
    this.delimiter = delimiter;
    this.place = new LinePlace(ink, style);
    this.classes = classes.map((name) => new Fixed(ink, csvText(name, style) + delimiter));
    this.none = new Fixed(ink, delimiter.repeat(8));
    this.more = new Fixed(ink, `${rest}\n`);
    this.all = new Fixed(ink, `true${rest}\n`);
    this.some = new Fixed(ink, `false${rest}\n`);
  }

  begin(
    block: RowBlock,
    r: number,
    own: number,
    margin: number,
    _doubtful: boolean,
    scores?: ArrayLike<number>,
  ): void {
    this.from = this.ink.place;
    this.place.write(block, r);
    this.classes[own].write();
    this.ink.number(margin);
    this.ink.ascii(this.delimiter);
    if (this.standing !== undefined) {
      const number = this.standing.of(own, margin, scores);
      if (Number.isFinite(number)) this.ink.number(number);
      this.ink.ascii(this.delimiter);
    }
    this.to = this.ink.place;
    this.first = true;
  }

  next(): void {
    if (!this.first) {
      // Whether they are all is said at the last one.
      this.more.write();
      this.ink.again(this.from, this.to);
    }
    this.first = false;
  }

  end(complete: boolean): void {
    if (this.first) this.none.write();
    (complete ? this.all : this.some).write();
  }
}
