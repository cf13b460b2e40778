// Counts of rows as bytes, without an object for each: records of JSON, or lines of CSV.
import type { BlockTally, Classifier } from '@xpxlc/core';
import type { RowBlock } from '../table/encode.ts';
import { csvPiece, csvText } from '../table/text-rows.ts';
import type { ByteWriter } from './byte-writer.ts';
import { keyOrder } from './change-text.ts';
import { styleOf, type TextFormat } from './dialect.ts';
import { Ratios } from './ratios.ts';
import { Fixed, type Joints, LinePlace, RecordPlace } from './row-text.ts';

/** Writes counts of rows whose explanations are all counted. */
export class CountText {
  private readonly out: ByteWriter;
  private readonly n: number;
  private readonly json: boolean;
  private readonly place: { write(block: RowBlock, r: number): void };
  /** By class: up to the count. */
  private readonly heads: readonly Fixed[];
  private readonly parts: Readonly<Record<keyof Around, Fixed>>;
  /** By feature, in the order of an object's keys: its name, and what is before it. */
  private readonly names: readonly Fixed[];
  private readonly order: Int32Array;
  private readonly means = new Ratios(String);

  constructor(
    out: ByteWriter,
    { classes, features }: Classifier,
    kind: 'axp' | 'cxp',
    format: TextFormat,
    joints: Joints,
    extras: number,
  ) {
    this.out = out;
    this.n = features.length;
    const style = styleOf(format);
    this.json = style === undefined;
    const around = style === undefined ? jsonAround(joints) : csvAround(style.delimiter, extras);
    const quote = style === undefined ? '"' : '""';
    const name = (text: string): string =>
      style === undefined ? JSON.stringify(text) : csvText(text, style);
    const key = (text: string): string =>
      style === undefined ? JSON.stringify(text) : csvPiece(JSON.stringify(text));
    this.place = style === undefined ? new RecordPlace(out, joints) : new LinePlace(out, style);
    this.heads = classes.map((label) => new Fixed(out, around.head(name(label), kind)));
    this.parts = Object.fromEntries(
      Object.entries(around).map(([part, text]) => [
        part,
        new Fixed(out, typeof text === 'string' ? text : ''),
      ]),
    ) as Record<keyof Around, Fixed>;
    const places = keyOrder(features.map((feature) => feature.name));
    this.order = Int32Array.from(features.keys()).sort((i, j) => places[i] - places[j]);
    this.names = Array.from(
      this.order,
      (i, x) => new Fixed(out, `${x === 0 ? '' : `${quote},`}${key(features[i].name)}:${quote}`),
    );
  }

  /** Write row r. */
  write(block: RowBlock, r: number, { classes, counts, sizes, frequency }: BlockTally): void {
    const { out, n, parts } = this;
    const count = counts[r];
    const base = r * (n + 1);
    let smallest = -1;
    let largest = -1;
    let members = 0;
    for (let size = 0; size <= n; size++) {
      if (sizes[base + size] === 0) continue;
      if (smallest < 0) smallest = size;
      largest = size;
      members += size * sizes[base + size];
    }
    this.place.write(block, r);
    this.heads[classes[r]].write();
    out.number(count);
    parts.counted.write();
    if (this.json) {
      this.sizes(sizes, base, smallest, largest);
      this.extent(count, smallest, largest, members);
    } else {
      this.extent(count, smallest, largest, members);
      this.sizes(sizes, base, smallest, largest);
    }
    this.frequency(frequency, r * n);
    parts.end.write();
  }

  /** By size, those that occur. */
  private sizes(sizes: Uint32Array, base: number, smallest: number, largest: number): void {
    const { out, parts } = this;
    if (smallest < 0) {
      parts.noSizes.write();
      return;
    }
    parts.sizes.write();
    for (let size = smallest; size <= largest; size++) {
      if (sizes[base + size] === 0) continue;
      (size === smallest ? parts.firstSize : parts.nextSize).write();
      out.number(size);
      parts.ofSize.write();
      out.number(sizes[base + size]);
    }
    parts.sizesEnd.write();
  }

  /** Smallest, largest and mean size. */
  private extent(count: number, smallest: number, largest: number, members: number): void {
    const { out, parts } = this;
    if (smallest < 0) {
      parts.noExtent.write();
      return;
    }
    parts.smallest.write();
    out.number(smallest);
    parts.largest.write();
    out.number(largest);
    parts.mean.write();
    out.ascii(this.means.of(members, count));
    parts.extentEnd.write();
  }

  private frequency(frequency: Uint32Array, base: number): void {
    const { out, parts, order, names } = this;
    if (names.length === 0) {
      parts.noFrequency.write();
      return;
    }
    parts.frequency.write();
    for (let x = 0; x < names.length; x++) {
      names[x].write();
      out.number(frequency[base + order[x]]);
    }
    parts.frequencyEnd.write();
  }
}

/** What is around the numbers. */
interface Around {
  head(name: string, kind: string): string;
  readonly counted: string;
  readonly sizes: string;
  readonly firstSize: string;
  readonly nextSize: string;
  readonly ofSize: string;
  readonly sizesEnd: string;
  readonly noSizes: string;
  readonly smallest: string;
  readonly largest: string;
  readonly mean: string;
  readonly extentEnd: string;
  readonly noExtent: string;
  readonly frequency: string;
  readonly frequencyEnd: string;
  readonly noFrequency: string;
  readonly end: string;
}

function jsonAround({ after }: Joints): Around {
  return {
    head: (name, kind) => `,"class":${name},"kind":"${kind}","count":"`,
    counted: '","complete":true',
    sizes: ',"sizes":{',
    firstSize: '"',
    nextSize: '","',
    ofSize: '":"',
    sizesEnd: '"}',
    noSizes: ',"sizes":{}',
    smallest: ',"smallest":',
    largest: ',"largest":',
    mean: ',"mean":',
    extentEnd: '',
    noExtent: ',"smallest":null,"largest":null,"mean":null',
    frequency: ',"frequency":{',
    frequencyEnd: '"}',
    noFrequency: ',"frequency":{}',
    end: `}${after}`,
  };
}

function csvAround(d: string, extras: number): Around {
  return {
    head: (name, kind) => `${name}${d}${kind}${d}`,
    counted: `${d}true${d}`,
    sizes: '"{',
    firstSize: '""',
    nextSize: '"",""',
    ofSize: '"":""',
    sizesEnd: `""}"${d}`,
    noSizes: `{}${d}`,
    smallest: '',
    largest: d,
    mean: d,
    extentEnd: d,
    noExtent: d.repeat(3),
    frequency: '"{',
    frequencyEnd: `""}"${d}`,
    noFrequency: `{}${d}`,
    end: `${d.repeat(extras)}\n`,
  };
}
