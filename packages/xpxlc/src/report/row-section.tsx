// One decision: what it is, the reasons, what would change it, and the values it rests on.
import { given, literal } from '@xpxlc/core';
import type { JSX } from 'preact';
import { extendedText } from '../answer/extend-bounds.ts';
import { withoutRow } from '../cells/bad-row.ts';
import { CasesTable } from '../components/cases-table.tsx';
import { ContrastText } from '../components/contrast-text.tsx';
import { Table, Wide } from '../components/table.tsx';
import { listed } from '../components/words.ts';
import type { Decision, Proof } from '../decision/decision.ts';
import { counted } from '../terminal/counted.ts';
import { missingIn, missingTexts } from '../terminal/missing.ts';
import { READABLE } from '../terminal/readable.ts';
import { inUnit, worthText } from '../terminal/unit.ts';
import { ownValueText, valueText } from '../terminal/value-text.ts';
import { Figure } from './figure.tsx';
import type { Picture } from './pictures.ts';
import { type ReportSettings, rowTitle } from './report-data.ts';
import type { FailedRow, RowReport, ShownReasons } from './row-report.ts';

/** A row without an answer. */
export function FailedSection({
  row,
  settings,
  next,
}: {
  row: FailedRow;
  settings: ReportSettings;
  next: boolean;
}): JSX.Element {
  return (
    <section class={next ? 'row next' : 'row'}>
      <h2>{rowTitle(row, settings.key)}</h2>
      <p class="error">This row could not be explained: {withoutRow(row.error)}</p>
    </section>
  );
}

/** @param picture - the drop bar. @param next - begins on a page of its own. */
export function RowSection({
  row,
  settings,
  picture,
  next,
}: {
  row: RowReport;
  settings: ReportSettings;
  picture: Picture | undefined;
  next: boolean;
}): JSX.Element {
  const { reasons, decision } = row;
  const taken = given(decision.problem, READABLE);
  return (
    <section class={next ? 'row next' : 'row'}>
      <h2>{rowTitle(row, settings.key)}</h2>
      <p class="decision">
        Decision: <strong>{decision.problem.class}</strong>, {row.standing}.
      </p>
      {remarks(row).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {reasons === undefined ? (
        <p class="note">Not decided {settings.adverse}: no reasons need to be given.</p>
      ) : (
        <ReasonsPart reasons={reasons} decision={decision} taken={taken} settings={settings} />
      )}
      <h3>Why this decision is certain</h3>
      <Given given={taken} />
      <p class="rule">{ruleText(words(decision, decision.reason().features), decision.problem.class)}</p>
      <p class="note">{proofText(decision)}</p>
      {picture === undefined ? null : <Figure picture={picture} />}
      <ContrastsPart row={row} settings={settings} />
      <ExplanationsPart row={row} />
      {row.audit === undefined ? null : (
        <>
          <h3>Protected: {listed(settings.protected)}</h3>
          <p>{row.audit}</p>
        </>
      )}
      <ValuesPart decision={decision} />
    </section>
  );
}

/** Literals of the case. */
function words({ problem }: Decision, features: readonly number[]): string[] {
  return features.map((i) => literal(problem, i, READABLE));
}

/** What to know before reading on: missing values, rounding noise, extended bounds. */
function remarks({ decision, name: { extended } }: RowReport): string[] {
  return [
    ...(decision.outcome().doubtful
      ? [
          'The lead is within the rounding noise of the model’s own arithmetic: its program may decide otherwise.',
        ]
      : []),
    ...missingTexts(missingIn(decision.problem)).map((text) => `${text}.`),
    ...(extended === undefined
      ? []
      : [
          `Values lie beyond the bounds of the model. All that is said here holds with extended bounds: ${extendedText(extended)}.`,
        ]),
  ];
}

function proofText(decision: Decision): string {
  const { complete, atLeast } = decision.reason();
  return proved(decision.proof()) + (complete ? '' : ` A smaller set would have at least ${atLeast} values.`);
}

/** The proof, checked by code that shares nothing with the search. */
function proved({ certificate, valid, reason }: Proof): string {
  if (!valid) return `NOT confirmed: ${reason}`;
  const claim =
    certificate.claim === 'smallest'
      ? 'no smaller set of values does'
      : 'none of these values can be left out';
  return `Checked in exact arithmetic, by code apart from the search that found it: the rule holds for every case, and ${claim}.`;
}

/** An explanation as a sentence. */
function ruleText(literals: readonly string[], name: string): string {
  if (literals.length === 0) return `Every case is decided ${name}, whatever its values are.`;
  const bracketed = literals.map((text) => (text.includes(' or ') ? `(${text})` : text));
  return `Every case with ${listed(bracketed)} is decided ${name}, whatever its other values are.`;
}

function Given({ given }: { given: readonly string[] }): JSX.Element | null {
  if (given.length === 0) return null;
  return <p class="lead">Given that {listed(given)}:</p>;
}

/** ` (points)`; nothing where scores count nothing with a name. */
function inUnits({ problem }: Decision): string {
  const unit = inUnit('', problem.classifier.unit);
  return unit === '' ? '' : ` (${unit})`;
}

function ReasonsPart({
  reasons: { list, further, rival },
  decision,
  taken,
  settings,
}: {
  reasons: ShownReasons;
  decision: Decision;
  taken: readonly string[];
  settings: ReportSettings;
}): JSX.Element {
  if (list.length === 0)
    return (
      <>
        <h3>Principal reasons</h3>
        <p>None: the model decides every case like this.</p>
      </>
    );
  const worded = list.some(({ text, literal }) => text !== literal);
  return (
    <>
      <h3>Principal reasons for {decision.problem.class}</h3>
      {settings.adverse === undefined ? <Given given={taken} /> : null}
      <Wide label="Principal reasons">
        <Table
          name="reasons"
          columns={[
            { title: '#', kind: 'number' },
            { title: 'Reason' },
            ...(worded ? [{ title: 'In the model' }] : []),
            { title: `Worth${inUnits(decision)}`, kind: 'number' },
            { title: 'Decisive alone' },
          ]}
          rows={list.map(({ text, literal, worth, necessary }, x) => [
            x + 1,
            text,
            ...(worded ? [literal] : []),
            worth,
            necessary ? 'yes' : 'no',
          ])}
        />
      </Wide>
      {further.length === 0 ? null : (
        <p class="note">
          Less weighty parts of the same explanation, not given as reasons: {listed(further)}.
        </p>
      )}
      <p class="note">
        Worth: how far the lead over {rival} would fall at most if only this changed. Decisive alone: changing
        only this can change the decision. How reasons are chosen and ordered is stated in the appendix.
        {settings.adverse !== undefined && settings.within.length > 0
          ? ' Reasons are taken over all values, also those that this report otherwise holds fixed.'
          : ''}
      </p>
    </>
  );
}

function ContrastsPart({ row, settings }: { row: RowReport; settings: ReportSettings }): JSX.Element {
  const { list, complete, limit } = row.contrasts;
  const names = row.decision.problem.classifier.features.map(({ name }) => name);
  const goal = settings.target === undefined ? 'another decision' : `the decision ${settings.target}`;
  const none =
    settings.target === row.decision.problem.class
      ? `The decision is ${settings.target} already.`
      : `Nothing that may change leads to ${goal}.`;
  return (
    <>
      <h3>What would change it</h3>
      {list.length === 0 ? (
        <p>{limit === undefined ? none : `Not found within the limits: ${limit}.`}</p>
      ) : (
        <>
          <p>Each of these alone leads to another decision; nothing else would have to change.</p>
          <ul>
            {list.map((contrast) => (
              <li key={contrast.letter}>
                {contrast.letter}:{' '}
                <ContrastText contrast={contrast} names={contrast.features.map((i) => names[i])} />
              </li>
            ))}
          </ul>
          {complete ? null : (
            <p class="note">
              There {limit === undefined ? 'are' : 'may be'} more ways, none of them with fewer changes.
            </p>
          )}
          <ChangedCases row={row} />
        </>
      )}
    </>
  );
}

/** So many stand side by side on paper. */
const MOST_CASES = 5;

/** The changed cases beside the case: only what changes in one of them. */
function ChangedCases({ row }: { row: RowReport }): JSX.Element | null {
  const { problem } = row.decision;
  const { features } = problem.classifier;
  const all = row.contrasts.list.flatMap(({ letter, changed }) =>
    changed === undefined ? [] : [{ letter, ...changed }],
  );
  const cases = all.slice(0, MOST_CASES);
  const changing = features.flatMap((_, i) => (cases.some(({ changed }) => changed.includes(i)) ? [i] : []));
  if (changing.length === 0) return null;
  return (
    <Wide label="Changed cases">
      <CasesTable
        names={features.map(({ name }) => name)}
        shown={changing}
        own={{ title: 'This case', text: (i) => ownValueText(problem, i) }}
        others={cases.map(({ letter, changed, instance }) => ({
          title: letter,
          text: (i) => (changed.includes(i) ? valueText(features[i], instance[features[i].name]) : undefined),
        }))}
        decisions={[problem.class, ...cases.map((one) => one.class)]}
        caption={`The case, and ${all.length > cases.length ? `the first ${MOST_CASES} of the ` : ''}cases nearby that are decided otherwise. All other values are the same.`}
      />
    </Wide>
  );
}

function ExplanationsPart({ row: { decision, count, explanations } }: { row: RowReport }): JSX.Element {
  const exact = decision.count({ frequency: true })?.count;
  const always = words(decision, decision.always());
  return (
    <>
      <h3>All explanations</h3>
      {exact === 1n ? (
        <p>The explanation above is the only one.</p>
      ) : (
        <>
          <p>
            The decision {decision.problem.class} has {count} explanations, sets of values that fix it and of
            which none can be left out.
            {always.length === 0
              ? ' No value is in all of them.'
              : ` In every one of them: ${listed(always)}.`}
          </p>
          {explanations.length === 0 ? null : (
            <>
              <p>{exact === BigInt(explanations.length) ? 'They are:' : 'The smallest are:'}</p>
              <ol>
                {explanations.map((set) => (
                  <li key={set.join()}>{listed(words(decision, set))}</li>
                ))}
              </ol>
            </>
          )}
        </>
      )}
    </>
  );
}

/** Values that are shown of a case at most. */
const MOST_VALUES = 200;

/** The features whose values are worth most against some rival, in the model's order. */
function weightiest(decision: Decision): number[] {
  const most = decision.problem.classifier.features.map((_, i) =>
    decision.worths().reduce((worth, { drops }) => Math.max(worth, drops[i]), 0),
  );
  const order = [...most.keys()].sort((i, j) => (most[i] === most[j] ? i - j : most[j] - most[i]));
  return order.slice(0, MOST_VALUES).sort((i, j) => i - j);
}

/** In how many of the explanations a feature is. */
function partText(times: bigint, all: bigint): string {
  return times === 0n ? 'none' : times === all ? 'every' : 'some';
}

function ValuesPart({ decision }: { decision: Decision }): JSX.Element {
  const { problem } = decision;
  const { features } = problem.classifier;
  const shown = weightiest(decision);
  const left = features.length - shown.length;
  const [against, ...others] = decision.worths();
  const worth = others.length === 0 ? against?.drops : undefined;
  const { count: all = 0n, frequency } = decision.count({ frequency: true }) ?? {};
  return (
    <>
      <h3>Values of the case</h3>
      <Wide label="Values of the case">
        <Table
          columns={[
            { title: 'Feature', kind: 'head' },
            { title: 'Value' },
            ...(worth && shown.length > 0
              ? [{ title: `Worth${inUnits(decision)}`, kind: 'number' } as const]
              : []),
            ...(frequency && shown.length > 0 ? [{ title: 'In explanations' }] : []),
          ]}
          rows={shown.map((i) => [
            features[i].name,
            ownValueText(problem, i),
            ...(worth ? [worthText(worth[i])] : []),
            ...(frequency ? [partText(frequency[i], all)] : []),
          ])}
        />
      </Wide>
      {left === 0 ? null : (
        <p class="note">
          {counted(left, 'further value')} of the case, each worth no more, {left === 1 ? 'is' : 'are'} not
          shown.
        </p>
      )}
    </>
  );
}
