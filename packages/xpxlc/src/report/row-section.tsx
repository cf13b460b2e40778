// One decision: what it is, the reasons, what would change it, and the values it rests on.
import type { Value } from '@xpxlc/core';
import type { JSX } from 'preact';
import { withoutRow } from '../table/bad-row.ts';
import { counted } from '../terminal/counted.ts';
import { inUnit } from '../terminal/unit.ts';
import type { ContrastCase } from '../view/contrast-cases.ts';
import type { Part } from './explanation-count.ts';
import { Figure } from './figure.tsx';
import type { Picture } from './pictures.ts';
import { type ReportSettings, rowTitle } from './report-data.ts';
import { changedText, type FailedRow, type RowReport, type ShownReasons } from './row-report.ts';
import { SHORT, Wide } from './wide.tsx';
import { listed, ruleText } from './words.ts';

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
  const { reasons } = row;
  return (
    <section class={next ? 'row next' : 'row'}>
      <h2>{rowTitle(row, settings.key)}</h2>
      <p class="decision">
        Decision: <strong>{row.class}</strong>, {row.standing}.
      </p>
      {row.remarks.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {reasons === undefined ? (
        <p class="note">Not decided {settings.adverse}: no reasons need to be given.</p>
      ) : (
        <ReasonsPart reasons={reasons} row={row} settings={settings} />
      )}
      <h3>Why this decision is certain</h3>
      <Given given={row.given} />
      <p class="rule">{ruleText(row.why, row.class)}</p>
      <p class="note">{row.proof}</p>
      {picture === undefined ? null : <Figure picture={picture} />}
      <ContrastsPart row={row} settings={settings} />
      <ExplanationsPart row={row} />
      {row.audit === undefined ? null : (
        <>
          <h3>Protected: {listed(settings.protected)}</h3>
          <p>{row.audit}</p>
        </>
      )}
      <ValuesPart row={row} />
    </section>
  );
}

function Given({ given }: { given: readonly string[] }): JSX.Element | null {
  if (given.length === 0) return null;
  return <p class="lead">Given that {listed(given)}:</p>;
}

/** ` (points)`; nothing where scores count nothing with a name. */
function inUnits({ problem }: RowReport): string {
  const unit = inUnit('', problem.classifier.unit);
  return unit === '' ? '' : ` (${unit})`;
}

function ReasonsPart({
  reasons: { list, further, rival },
  row,
  settings,
}: {
  reasons: ShownReasons;
  row: RowReport;
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
      <h3>Principal reasons for {row.class}</h3>
      {settings.adverse === undefined ? <Given given={row.given} /> : null}
      <Wide label="Principal reasons">
        <table class="reasons">
          <thead>
            <tr>
              <th scope="col" class="number">
                #
              </th>
              <th scope="col">Reason</th>
              {worded ? <th scope="col">In the model</th> : null}
              <th scope="col" class="number">
                Worth{inUnits(row)}
              </th>
              <th scope="col">Decisive alone</th>
            </tr>
          </thead>
          <tbody>
            {list.map(({ text, literal, worth, necessary }, x) => (
              <tr key={literal}>
                <td class="number">{x + 1}</td>
                <td>{text}</td>
                {worded ? <td>{literal}</td> : null}
                <td class="number">{worth}</td>
                <td>{necessary ? 'yes' : 'no'}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
  const { list, more, limit } = row.contrasts;
  const goal = settings.target === undefined ? 'another decision' : `the decision ${settings.target}`;
  const none =
    settings.target === row.class
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
              <ContrastLine key={contrast.letter} contrast={contrast} row={row} />
            ))}
          </ul>
          {more ? (
            <p class="note">
              There {limit === undefined ? 'are' : 'may be'} more ways, none of them with fewer changes.
            </p>
          ) : null}
          <ChangedCases row={row} />
        </>
      )}
    </>
  );
}

function ContrastLine({ contrast, row }: { contrast: ContrastCase; row: RowReport }): JSX.Element {
  const { letter, literals, features, doubtful } = contrast;
  const names = features.map((i) => row.problem.classifier.features[i].name);
  return (
    <li>
      {letter}:{' '}
      {contrast.class === undefined ? (
        <>another decision with other {listed(names)}</>
      ) : (
        <>
          <strong>{contrast.class}</strong> if {listed(literals)}
          {doubtful ? ' (within rounding noise)' : ''}
        </>
      )}
    </li>
  );
}

/** So many stand side by side on paper. */
const MOST_CASES = 5;

/** The changed cases beside the case: only what changes in one of them. */
function ChangedCases({ row }: { row: RowReport }): JSX.Element | null {
  const all = row.contrasts.list.filter(({ values }) => values.size > 0);
  const cases = all.slice(0, MOST_CASES);
  const changing = row.values.flatMap((_, i) => (cases.some(({ values }) => values.has(i)) ? [i] : []));
  if (changing.length === 0) return null;
  return (
    <Wide label="Changed cases">
      <table class={changing.length > SHORT ? 'long' : undefined}>
        <caption>
          The case, and {all.length > cases.length ? `the first ${MOST_CASES} of the ` : ''}cases nearby that
          are decided otherwise. All other values are the same.
        </caption>
        <thead>
          <tr>
            <th scope="col">Feature</th>
            <th scope="col">This case</th>
            {cases.map(({ letter }) => (
              <th scope="col" key={letter}>
                {letter}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changing.map((i) => (
            <tr key={i}>
              <th scope="row">{row.values[i].name}</th>
              <td>{row.values[i].value}</td>
              {cases.map(({ letter, values }) => (
                <td key={letter} class={values.has(i) ? 'changed' : undefined}>
                  {values.has(i) ? changedText(row.problem, i, values.get(i) as Value) : 'same'}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Decision</th>
            <td>{row.class}</td>
            {cases.map(({ letter, class: name }) => (
              <td key={letter} class="changed">
                {name}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </Wide>
  );
}

function ExplanationsPart({
  row: { count, explanations, always, class: name },
}: {
  row: RowReport;
}): JSX.Element {
  return (
    <>
      <h3>All explanations</h3>
      {count.exact === 1n ? (
        <p>The explanation above is the only one.</p>
      ) : (
        <>
          <p>
            The decision {name} has {count.text} explanations, sets of values that fix it and of which none
            can be left out.
            {always.length === 0
              ? ' No value is in all of them.'
              : ` In every one of them: ${listed(always)}.`}
          </p>
          {explanations.length === 0 ? null : (
            <>
              <p>{count.exact === BigInt(explanations.length) ? 'They are:' : 'The smallest are:'}</p>
              <ol>
                {explanations.map((literals) => (
                  <li key={literals.join()}>{listed(literals)}</li>
                ))}
              </ol>
            </>
          )}
        </>
      )}
    </>
  );
}

const PARTS: Readonly<Record<Part, string>> = { every: 'every', some: 'some', no: 'none' };

function ValuesPart({ row }: { row: RowReport }): JSX.Element {
  const values = row.values.filter(({ shown }) => shown);
  const left = row.values.length - values.length;
  const worth = values.some((value) => value.worth !== undefined);
  const part = values.some((value) => value.part !== undefined);
  return (
    <>
      <h3>Values of the case</h3>
      <Wide label="Values of the case">
        <table class={values.length > SHORT ? 'long' : undefined}>
          <thead>
            <tr>
              <th scope="col">Feature</th>
              <th scope="col">Value</th>
              {worth ? (
                <th scope="col" class="number">
                  Worth{inUnits(row)}
                </th>
              ) : null}
              {part ? <th scope="col">In explanations</th> : null}
            </tr>
          </thead>
          <tbody>
            {values.map((value) => (
              <tr key={value.name}>
                <th scope="row">{value.name}</th>
                <td>{value.value}</td>
                {worth ? <td class="number">{value.worth}</td> : null}
                {part ? <td>{value.part === undefined ? '' : PARTS[value.part]}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
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
