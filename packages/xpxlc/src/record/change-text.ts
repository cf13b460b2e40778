// The changed case of a contrast as bytes, for two classes and categories: the new values depend on the class alone; which values
// would do as well depends on the lead of the new class, and is put together from words for every feature.
import { ChangeRegions, type Classifier, wideLiteral } from '@xpxlc/core';
import { offsetsOf } from './combinations.ts';
import type { Dialect } from './dialect.ts';
import { type Ink, NO_WORD } from './ink.ts';
import { changePart, THEN } from './sentence.ts';
import { SetWords } from './set-words.ts';

/** Writes changed cases. */
export class ChangeText {
  private readonly ink: Ink;
  private readonly offset: Int32Array;
  private readonly regions: ChangeRegions;
  /** By old class. */
  private readonly sides: readonly Side[];
  private readonly region: Phrase;
  private readonly end: Phrase;
  /** By feature: its place in an object, where names that are numbers come first. */
  private readonly place: Int32Array;
  private readonly ordered: boolean;
  private keyed: Int32Array;
  private own = 0;
  private members: Int32Array = new Int32Array(0);
  private size = 0;
  private options: Int32Array = new Int32Array(0);
  private at = 0;

  /** Undefined where it is not so simple. */
  static of(ink: Ink, classifier: Classifier, dialect: Dialect): ChangeText | undefined {
    const { classes, features } = classifier;
    const simple = classes.length === 2 && features.every(({ kind }) => kind === 'categorical');
    return simple ? new ChangeText(ink, classifier, dialect) : undefined;
  }

  private constructor(ink: Ink, classifier: Classifier, dialect: Dialect) {
    const { piece } = dialect;
    const { classes, features } = classifier;
    this.ink = ink;
    this.offset = offsetsOf(classifier);
    this.regions = new ChangeRegions(classifier);
    this.region = phrase(ink, piece('],"region":{'));
    this.end = phrase(ink, piece('}}') + dialect.changed);
    this.place = keyOrder(features.map(({ name }) => name));
    this.ordered = this.place.every((place, i) => place === i);
    this.keyed = new Int32Array(features.length);
    this.sides = classes.map((_, own) => toSide(ink, classifier, own, this.regions, dialect));
  }

  open(options: Int32Array, at: number): void {
    this.options = options;
    this.at = at;
    this.regions.open(options, at);
  }

  /** Look at a contrast of class `own`; false where doubles cannot tell what is to be said of it. */
  find(own: number, margin: number, members: Int32Array, size: number): boolean {
    this.own = own;
    this.members = members;
    this.size = size;
    return this.regions.find(own, margin, members, size);
  }

  /** Write the sentences of the contrast that was found, where there are any. */
  speak(): void {
    const { ink, size, members, offset, options, at } = this;
    const { sentences } = this.sides[this.own];
    if (sentences === undefined) return;
    const { counts } = this.regions;
    say(ink, sentences.start(size));
    for (let m = 0; m < size; m++) sentences.literals.write(offset[members[m]] + counts[members[m]] - 1);
    ink.back(AND.length);
    say(ink, sentences.change);
    for (let m = 0; m < size; m++) {
      const place = offset[members[m]] + options[at + members[m]];
      (m === 0 ? sentences.first : sentences.changes).write(place);
    }
    ink.back(THEN.length);
    say(ink, sentences.end);
  }

  /** Write the changed case of the contrast that was found, and what is around it. */
  write(mask: number): void {
    const { ink, size, members, offset } = this;
    const { counts } = this.regions;
    const { heads, head, literals, regions } = this.sides[this.own];
    const keyed = this.ordered ? members : this.sorted();
    if (!heads.write(mask, members, size)) ink.text(head(Array.from(members.subarray(0, size))));
    for (let m = 0; m < size; m++) literals.write(offset[members[m]] + counts[members[m]] - 1);
    ink.back();
    say(ink, this.region);
    for (let m = 0; m < size; m++) regions.write(offset[keyed[m]] + counts[keyed[m]] - 1);
    ink.back();
    say(ink, this.end);
  }

  /** The members in the order of an object's keys. */
  private sorted(): Int32Array {
    const { place, members, size } = this;
    this.keyed = members.slice(0, size).sort((i, j) => place[i] - place[j]);
    return this.keyed;
  }
}

/** What is said of changes from one class. */
interface Side {
  /** By set: the class and the new values. */
  readonly heads: SetWords;
  readonly head: (members: readonly number[]) => string;
  /** By feature and number of values that would do: in words, and as data. */
  readonly literals: Phrases;
  readonly regions: Phrases;
  readonly sentences: SideSentences | undefined;
}

/** The words of changes from one class. */
interface SideSentences {
  /** By size: up to the first literal. */
  start(size: number): Phrase;
  /** By feature and number of values that would do. */
  readonly literals: Phrases;
  readonly change: Phrase;
  /** By feature and old value: what changes; the first one begins a cell. */
  readonly first: Phrases;
  readonly changes: Phrases;
  readonly end: Phrase;
}

const AND = ' and ';

function toSide(
  ink: Ink,
  classifier: Classifier,
  own: number,
  regions: ChangeRegions,
  { piece, change, spoken }: Dialect,
): Side {
  const { classes, features } = classifier;
  const offset = offsetsOf(classifier);
  const worst = regions.worst(own);
  const valuesOf = (i: number): readonly string[] => (features[i] as { values: readonly string[] }).values;
  const featureOf = Int32Array.from(
    features.flatMap((_, i) => valuesOf(i).map(() => i)),
    (i) => i,
  );
  /** The values that would do, by position in the table of all. */
  const optionsAt = (at: number): number[] =>
    regions.cheapest(own, featureOf[at], at - offset[featureOf[at]] + 1);
  const head = (members: readonly number[]): string => {
    const changes = Object.fromEntries(members.map((i) => [features[i].name, valuesOf(i)[worst[i]]]));
    const start = JSON.stringify({ class: classes[1 - own], changes }).slice(0, -1);
    return change(members.length) + piece(`${start},"literals":[`);
  };
  const literalAt = (at: number): string =>
    wideLiteral(
      { classifier },
      { feature: featureOf[at], region: { kind: 'options', options: optionsAt(at) } },
    );
  const changeAt = (at: number): string => {
    const i = featureOf[at];
    return changePart({ classifier }, i, valuesOf(i)[at - offset[i]], valuesOf(i)[worst[i]]) + THEN;
  };
  const sentences =
    spoken === undefined
      ? undefined
      : {
          start: phrasesBySize(
            ink,
            (size) => `${spoken.rule('cxp', size)}BUT ${piece(classes[1 - own])} if `,
          ),
          literals: new Phrases(ink, featureOf.length, (at) => piece(literalAt(at)) + AND),
          change: phrase(ink, spoken.change),
          first: new Phrases(ink, featureOf.length, (at) => spoken.start(changeAt(at))),
          changes: new Phrases(ink, featureOf.length, (at) => piece(changeAt(at))),
          end: phrase(ink, spoken.changed(classes[1 - own])),
        };
  return {
    sentences,
    heads: new SetWords(ink, features.length, head),
    head,
    literals: new Phrases(ink, featureOf.length, (at) => piece(`${JSON.stringify(literalAt(at))},`)),
    regions: new Phrases(ink, featureOf.length, (at) => {
      const i = featureOf[at];
      const values = optionsAt(at).map((v) => valuesOf(i)[v]);
      return piece(`${JSON.stringify(features[i].name)}:${JSON.stringify(values)},`);
    }),
  };
}

/** By position in a list of keys: the place that an object gives it. */
export function keyOrder(names: readonly string[]): Int32Array {
  const places = new Map(
    Object.keys(Object.fromEntries(names.map((name) => [name, 0]))).map((name, p) => [name, p]),
  );
  return Int32Array.from(names, (name) => places.get(name) as number);
}

/** A text and, where there was room for it, its word. */
interface Phrase {
  readonly text: string;
  readonly word: number;
}

function phrase(ink: Ink, text: string): Phrase {
  return { text, word: ink.learn(text) };
}

function say(ink: Ink, { text, word }: Phrase): void {
  if (word === NO_WORD) ink.text(text);
  else ink.word(word);
}

/** Phrases that become words when they are first met. */
function phrasesBySize(ink: Ink, text: (size: number) => string): (size: number) => Phrase {
  const known: (Phrase | undefined)[] = [];
  return (size) => {
    known[size] ??= phrase(ink, text(size));
    return known[size] as Phrase;
  };
}

/** Texts that become words when they are first met. */
class Phrases {
  private readonly ink: Ink;
  private readonly text: (at: number) => string;
  private readonly words: Int32Array;

  constructor(ink: Ink, count: number, text: (at: number) => string) {
    this.ink = ink;
    this.text = text;
    this.words = new Int32Array(count);
  }

  write(at: number): void {
    const word = this.words[at];
    if (word !== 0) {
      this.ink.word(word - 1);
      return;
    }
    const text = this.text(at);
    this.words[at] = this.ink.learn(text) + 1; // 0 is "not met yet", or no room for it
    this.ink.text(text);
  }
}
