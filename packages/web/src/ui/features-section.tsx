// What each feature is to this decision: needed always, sometimes or never, how often, and with how much power.

import type { JSX } from 'preact';
import { useCallback } from 'preact/hooks';
import { featureBars } from 'xpxlc/plot';
import type { FeaturesAnswer } from '../engine/messages.ts';
import { downloadCsv, downloadJson } from '../state/download.ts';
import { features, model, rowNumber } from '../state/state.ts';
import { ExportMenu } from './export-menu.tsx';
import { Figure, type Look } from './figure.tsx';
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
      {now === undefined ? <p class="waiting">Counting …</p> : <Table answer={now} />}
    </LazySection>
  );
}

function Table({ answer }: { answer: FeaturesAnswer }): JSX.Element {
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section class="scroll" aria-label="Features of this decision" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Feature</th>
              <th scope="col">Role</th>
              <th scope="col">Share</th>
              <th scope="col">Power</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, SHOWN).map(({ feature, role, frequency, power }) => (
              <tr key={feature}>
                <th scope="row">{name(feature)}</th>
                <td>{ROLES[role]}</td>
                <td class="number-cell">{percent(frequency)}</td>
                <td class="number-cell">{percent(power)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ExportMenu
        label="Save this table"
        items={[
          [
            'JSON',
            () =>
              downloadJson(
                'features.json',
                rows.map((part) => ({ ...part, feature: name(part.feature) })),
              ),
          ],
          [
            'CSV',
            () =>
              downloadCsv('features.csv', [
                ['row_number', 'feature', 'role', 'share', 'power'],
                ...rows.map(({ feature, role, frequency, power }) => [
                  rowNumber.peek() ?? null,
                  name(feature),
                  role,
                  frequency ?? '',
                  power ?? '',
                ]),
              ]),
          ],
        ]}
      />
      {bars === undefined ? null : <BarsFigure data={bars} />}
    </>
  );
}

function percent(share: number | undefined): string {
  return share === undefined ? '–' : `${(100 * share).toFixed(1)} %`;
}

function BarsFigure({ data }: { data: NonNullable<FeaturesAnswer['bars']> }): JSX.Element {
  const draw = useCallback((look: Look) => featureBars(data, look), [data]);
  return <Figure name="features" draw={draw} />;
}
