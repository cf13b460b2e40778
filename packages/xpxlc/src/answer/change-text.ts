// The changed case of a contrast as bytes, for two classes and categories: the new values depend on the class alone; which values
// would do as well depends on the lead of the new class, and is put together from fragments for every feature.
import { ChangeRegions, type Classifier, wideLiteral } from '@xpxlc/core';
import type { ByteWriter } from './byte-writer.ts';
import { offsetsOf } from './combinations.ts';
import type { EntryFormat } from './entry-format.ts';
import { Fragments, SetFragments } from './fragments.ts';
import { inKeyOrder } from './row-writer.ts';
import { changePart, THEN } from './sentence.ts';

/** Writes changed cases. */
export class ChangeText {
  private readonly out: ByteWriter;
  private readonly offset: Int32Array;
  private readonly regions: ChangeRegions;
  /** By old class. */
  private readonly sides: readonly Side[];
  private readonly region: number;
  private readonly end: number;
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
  static of(out: ByteWriter, classifier: Classifier, entryFormat: EntryFormat): ChangeText | undefined {
    const { classes, features } = classifier;
    const simple = classes.length === 2 && features.every(({ kind }) => kind === 'categorical');
    return simple ? new ChangeText(out, classifier, entryFormat) : undefined;
  }

  private constructor(out: ByteWriter, classifier: Classifier, entryFormat: EntryFormat) {
    const { piece } = entryFormat;
    const { classes, features } = classifier;
    this.out = out;
    this.offset = offsetsOf(classifier);
    this.regions = new ChangeRegions(classifier);
    this.region = out.fixed(piece('],"region":{'));
    this.end = out.fixed(piece('}}') + entryFormat.changed);
    const places = inKeyOrder(features.map(({ name }) => name));
    this.place = Int32Array.from(features, (_, i) => places.indexOf(i));
    this.ordered = this.place.every((place, i) => place === i);
    this.keyed = new Int32Array(features.length);
    this.sides = classes.map((_, own) => toSide(out, classifier, own, this.regions, entryFormat));
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
    const { out, size, members, offset, options, at } = this;
    const { sentences } = this.sides[this.own];
    if (sentences === undefined) return;
    const { counts } = this.regions;
    sentences.start.write(size);
    for (let m = 0; m < size; m++) sentences.literals.write(offset[members[m]] + counts[members[m]] - 1);
    out.back(AND.length);
    out.fragment(sentences.change);
    for (let m = 0; m < size; m++) {
      const place = offset[members[m]] + options[at + members[m]];
      (m === 0 ? sentences.first : sentences.changes).write(place);
    }
    out.back(THEN.length);
    out.fragment(sentences.end);
  }

  /** Write the changed case of the contrast that was found, and what is around it. */
  write(mask: number): void {
    const { out, size, members, offset } = this;
    const { counts } = this.regions;
    const { heads, head, literals, regions } = this.sides[this.own];
    const keyed = this.ordered ? members : this.sorted();
    if (!heads.write(mask, members, size)) out.text(head(Array.from(members.subarray(0, size))));
    for (let m = 0; m < size; m++) literals.write(offset[members[m]] + counts[members[m]] - 1);
    out.back();
    out.fragment(this.region);
    for (let m = 0; m < size; m++) regions.write(offset[keyed[m]] + counts[keyed[m]] - 1);
    out.back();
    out.fragment(this.end);
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
  readonly heads: SetFragments;
  readonly head: (members: readonly number[]) => string;
  /** By feature and number of values that would do: in words, and as data. */
  readonly literals: Fragments;
  readonly regions: Fragments;
  readonly sentences: SideSentences | undefined;
}

/** The fragments of changes from one class. */
interface SideSentences {
  /** By size: up to the first literal. */
  readonly start: Fragments;
  /** By feature and number of values that would do. */
  readonly literals: Fragments;
  readonly change: number;
  /** By feature and old value: what changes; the first one begins a cell. */
  readonly first: Fragments;
  readonly changes: Fragments;
  readonly end: number;
}

const AND = ' and ';

function toSide(
  out: ByteWriter,
  classifier: Classifier,
  own: number,
  regions: ChangeRegions,
  { piece, change, spoken }: EntryFormat,
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
          start: new Fragments(
            out,
            features.length + 1,
            (size) => `${spoken.rule('cxp', size)}BUT ${piece(classes[1 - own])} if `,
          ),
          literals: new Fragments(out, featureOf.length, (at) => piece(literalAt(at)) + AND),
          change: out.fixed(spoken.change),
          first: new Fragments(out, featureOf.length, (at) => spoken.start(changeAt(at))),
          changes: new Fragments(out, featureOf.length, (at) => piece(changeAt(at))),
          end: out.fixed(spoken.changed(classes[1 - own])),
        };
  return {
    sentences,
    heads: new SetFragments(out, features.length, head),
    head,
    literals: new Fragments(out, featureOf.length, (at) => piece(`${JSON.stringify(literalAt(at))},`)),
    regions: new Fragments(out, featureOf.length, (at) => {
      const i = featureOf[at];
      const values = optionsAt(at).map((v) => valuesOf(i)[v]);
      return piece(`${JSON.stringify(features[i].name)}:${JSON.stringify(values)},`);
    }),
  };
}
