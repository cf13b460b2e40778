// Cases beside the one that was decided: only what changes in one of them.
import type { ComponentChildren, JSX } from 'preact';
import { SHORT, Table } from './table.tsx';

/** A changed case. */
export interface OtherCase {
  readonly title: string;
  /** The changed value of a feature; undefined where it is the same. */
  text(feature: number): string | undefined;
}

interface CasesTableProps {
  /** Names of all features, and which are shown. */
  readonly names: readonly string[];
  readonly shown: readonly number[];
  /** The case itself. */
  readonly own: { readonly title: string; text(feature: number): string };
  readonly others: readonly OtherCase[];
  /** Of the case, and of the others; not told where titles say it. */
  readonly decisions?: readonly (string | undefined)[];
  readonly caption?: ComponentChildren;
  /** Of the style. */
  readonly name?: string;
}

export function CasesTable({
  names,
  shown,
  own,
  others,
  decisions,
  caption,
  name,
}: CasesTableProps): JSX.Element {
  const rows = shown.map((i) => [
    names[i],
    own.text(i),
    ...others.map(({ text }) => {
      const changed = text(i);
      return changed === undefined ? 'same' : { changed };
    }),
  ]);
  const [first, ...rest] = decisions ?? [];
  return (
    <Table
      name={name}
      caption={caption}
      long={shown.length > SHORT}
      columns={[{ title: 'Feature', kind: 'head' }, own, ...others]}
      rows={
        decisions === undefined
          ? rows
          : [...rows, ['Decision', first, ...rest.map((changed) => ({ changed }))]]
      }
    />
  );
}
