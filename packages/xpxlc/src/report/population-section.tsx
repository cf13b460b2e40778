// Many decisions at once: how many of each class, which features matter, and the rules that cover most rows.

import type { JSX } from 'preact';
import type { FeaturesSummary, FeaturesSums } from '../answer/record-fields.ts';
import { counted } from '../terminal/counted.ts';
import { percent } from '../terminal/percent.ts';
import { grouped } from './explanation-count.ts';
import { Figure } from './figure.tsx';
import type { Picture } from './pictures.ts';
import type { ReportData } from './report-data.ts';
import { SHORT, Wide } from './wide.tsx';
import { listed } from './words.ts';

export function PopulationSection({
  data,
  summary,
  picture,
}: {
  data: ReportData;
  summary: FeaturesSummary;
  picture: Picture | undefined;
}): JSX.Element {
  const { given = [], rows, failed } = summary;
  return (
    <section class="row">
      <h2>All rows together</h2>
      <p class="decision">
        {grouped(rows)} {rows === 1 ? 'row' : 'rows'} explained
        {failed === 0 ? '' : `; ${counted(failed, 'row')} could not be`}.
      </p>
      {data.hint === undefined ? null : <p class="note">{data.hint}</p>}
      <Classes data={data} summary={summary} />
      <h3>Features that the decisions rest on</h3>
      {given.length === 0 ? null : <p>Given that {listed(given)}:</p>}
      {picture === undefined ? null : <Figure picture={picture} />}
      <FeaturesTable features={summary.features} />
      <Remarks summary={summary} />
      {data.settings.protected.length === 0 ? null : <AuditPart data={data} summary={summary} />}
      <Rules summary={summary} />
    </section>
  );
}

function Classes({ data, summary }: { data: ReportData; summary: FeaturesSummary }): JSX.Element {
  const { classes, rows } = summary;
  return (
    <table>
      <caption>Decisions</caption>
      <thead>
        <tr>
          <th scope="col">Class</th>
          <th scope="col" class="number">
            Rows
          </th>
          <th scope="col" class="number">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {data.model.classes.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="number">{grouped(classes[name] ?? 0)}</td>
            <td class="number">{rows === 0 ? '' : percent((classes[name] ?? 0) / rows)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FeaturesTable({ features }: { features: FeaturesSums['features'] }): JSX.Element {
  const sorted = [...features].sort(
    (a, b) => b.necessary - a.necessary || (b.relevant ?? 0) - (a.relevant ?? 0) || b.smallest - a.smallest,
  );
  const columns = ['necessary', 'relevant', 'smallest'] as const;
  return (
    <Wide label="Features">
      <table class={features.length > SHORT ? 'long' : undefined}>
        <caption>Share of the rows in which the feature is in …</caption>
        <thead>
          <tr>
            <th scope="col">Feature</th>
            <th scope="col" class="number">
              every explanation
            </th>
            <th scope="col" class="number">
              some explanation
            </th>
            <th scope="col" class="number">
              the smallest one
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((feature) => (
            <tr key={feature.feature}>
              <th scope="row">{feature.feature}</th>
              {columns.map((column) => (
                <td key={column} class="number">
                  {feature[column] === null ? '?' : percent(feature[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function Remarks({ summary: { undecided, incomplete } }: { summary: FeaturesSummary }): JSX.Element {
  return (
    <>
      {undecided === 0 ? null : (
        <p class="note">
          Of {counted(undecided, 'row')} it could not be decided within the limits which features are in some
          explanation; they do not count for that.
        </p>
      )}
      {incomplete === 0 ? null : (
        <p class="note">Of {counted(incomplete, 'row')} only the first explanations were counted.</p>
      )}
    </>
  );
}

function AuditPart({ data, summary }: { data: ReportData; summary: FeaturesSummary }): JSX.Element {
  const { all = 0, some = 0, none = 0 } = summary.audit ?? {};
  const names = listed(data.settings.protected);
  const several = data.settings.protected.length > 1;
  const [it, any] = several ? ['at least one of them', 'any of them'] : ['it', 'it'];
  const lines = [
    [`no explanation uses ${any}`, none],
    [`some explanations use ${several ? 'one of them' : it}, others do without`, some],
    [`every explanation uses ${it}`, all],
  ] as const;
  return (
    <>
      <h3>Protected: {names}</h3>
      <p>
        In how many rows the decision rests on {several ? 'one of these features' : 'this feature'}, by exact
        analysis of the model. Features that stand for a protected one are not found this way.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">In these rows</th>
            <th scope="col" class="number">
              Rows
            </th>
            <th scope="col" class="number">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([text, rows]) => (
            <tr key={text}>
              <th scope="row">{text}</th>
              <td class="number">{grouped(rows)}</td>
              <td class="number">{summary.rows === 0 ? '' : percent(rows / summary.rows)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Rules({ summary: { rules, rows } }: { summary: FeaturesSummary }): JSX.Element | null {
  if (rules.length === 0) return null;
  return (
    <>
      <h3>Rules that cover most rows</h3>
      <p>
        Each is proved: it holds for every case, in this table or not. New rows are those that no rule above
        covers.
      </p>
      <Wide label="Rules">
        <table class="long">
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col" class="number">
                Rows
              </th>
              <th scope="col" class="number">
                Share
              </th>
              <th scope="col" class="number">
                New rows
              </th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule) => (
              <tr key={rule.rule}>
                <td>{rule.rule}</td>
                <td class="number">{grouped(rule.rows)}</td>
                <td class="number">{percent(rule.rows / rows)}</td>
                <td class="number">{grouped(rule.added)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </>
  );
}
