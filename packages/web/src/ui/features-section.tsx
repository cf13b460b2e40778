// What each feature is to this decision: needed always, sometimes or never, how often, and with how much power.

import type { JSX } from 'preact';
import { Table, Wide } from 'xpxlc/components';
import { featureBars } from 'xpxlc/plot';
import { percent } from 'xpxlc/view';
import type { FeaturesAnswer } from '../engine/messages.ts';
import { features, model, rowNumber } from '../state/state.ts';
import { ExportMenu, files } from './export-menu.tsx';
import { Figure } from './figure.tsx';
import { LazySection } from './lazy-section.tsx';

const ROLES: Readonly<Record<FeaturesAnswer['rows'][number]['role'], string>> = {
  necessary: 'in every explanation',
  relevant: 'in some explanation',
  irrelevant: 'in none',
  undecided: 'could not be told in time',
};

const ORDER = ['necessary', 'relevant', 'undecided', 'irrelevant'];
/** Rows of the table; the files have all. */
const SHOWN = 100;

export function FeaturesSection(): JSX.Element {
  const now = features.value;
  return (
    <LazySection id="features" title="What each feature is to this decision">
      <p class="hint">
        A feature in every explanation is <dfn>necessary</dfn>: without it nothing is reason enough. Its share
        is how many of all explanations use it; its <dfn>power</dfn> is how often it tips the balance when
        values are fixed one after the other in any order (the Shapley–Shubik index).
      </p>
      {now === undefined ? <p class="waiting">Counting …</p> : <Roles answer={now} />}
    </LazySection>
  );
}

function Roles({ answer }: { answer: FeaturesAnswer }): JSX.Element {
  const { rows, bars, notes } = answer;
  const name = (i: number): string => model.value?.features[i]?.name ?? '';
  const sorted = [...rows].sort(
    (a, b) =>
      ORDER.indexOf(a.role) - ORDER.indexOf(b.role) ||
      (b.frequency ?? 0) - (a.frequency ?? 0) ||
      (b.power ?? 0) - (a.power ?? 0),
  );
  return (
    <>
      {notes.map((note) => (
        <p key={note} class="hint">
          {note}
        </p>
      ))}
      <Wide label="Features of this decision">
        <Table
          columns={[
            { title: 'Feature', kind: 'head' },
            { title: 'Role' },
            { title: 'Share', kind: 'number' },
            { title: 'Power', kind: 'number' },
          ]}
          rows={sorted
            .slice(0, SHOWN)
            .map(({ feature, role, frequency, power }) => [
              name(feature),
              ROLES[role],
              share(frequency),
              share(power),
            ])}
        />
      </Wide>
      <ExportMenu
        label="Save this table"
        items={files(
          'features',
          () => rows.map((part) => ({ ...part, feature: name(part.feature) })),
          () => [
            ['row_number', 'feature', 'role', 'share', 'power'],
            ...rows.map(({ feature, role, frequency, power }) => [
              rowNumber.peek() ?? null,
              name(feature),
              role,
              frequency ?? '',
              power ?? '',
            ]),
          ],
        )}
      />
      {bars === undefined ? null : <Figure name="features" plot={featureBars} of={bars} />}
    </>
  );
}

function share(part: number | undefined): string {
  return part === undefined ? '–' : percent(part);
}
