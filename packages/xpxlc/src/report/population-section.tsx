// Many decisions at once: how many of each class, which features matter, and the rules that cover most rows.

import type { JSX } from 'preact';
import type { FeaturesSummary, FeaturesSums } from '../answer/record-fields.ts';
import { AuditTable, ClassesTable } from '../components/population-tables.tsx';
import { Table, Wide } from '../components/table.tsx';
import { listed } from '../components/words.ts';
import { counted } from '../terminal/counted.ts';
import { percent } from '../terminal/percent.ts';
import { grouped } from './explanation-count.ts';
import { Figure } from './figure.tsx';
import type { Picture } from './pictures.ts';
import type { ReportData } from './report-data.ts';

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
      <ClassesTable
        caption="Decisions"
        classes={data.model.classes.map((name) => ({ class: name, rows: summary.classes[name] ?? 0 }))}
        rows={rows}
      />
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

function FeaturesTable({ features }: { features: FeaturesSums['features'] }): JSX.Element {
  const sorted = [...features].sort(
    (a, b) => b.necessary - a.necessary || (b.relevant ?? 0) - (a.relevant ?? 0) || b.smallest - a.smallest,
  );
  const columns = ['necessary', 'relevant', 'smallest'] as const;
  return (
    <Wide label="Features">
      <Table
        caption="Share of the rows in which the feature is in …"
        columns={[
          { title: 'Feature', kind: 'head' },
          { title: 'every explanation', kind: 'number' },
          { title: 'some explanation', kind: 'number' },
          { title: 'the smallest one', kind: 'number' },
        ]}
        rows={sorted.map((feature) => [
          feature.feature,
          ...columns.map((column) => (feature[column] === null ? '?' : percent(feature[column]))),
        ])}
      />
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
  const names = listed(data.settings.protected);
  const several = data.settings.protected.length > 1;
  return (
    <>
      <h3>Protected: {names}</h3>
      <p>
        In how many rows the decision rests on {several ? 'one of these features' : 'this feature'}, by exact
        analysis of the model. Features that stand for a protected one are not found this way.
      </p>
      <AuditTable audit={summary.audit ?? {}} rows={summary.rows} several={several} />
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
        <Table
          long
          columns={[
            { title: 'Rule' },
            { title: 'Rows', kind: 'number' },
            { title: 'Share', kind: 'number' },
            { title: 'New rows', kind: 'number' },
          ]}
          rows={rules.map((rule) => [
            rule.rule,
            grouped(rule.rows),
            percent(rule.rows / rows),
            grouped(rule.added),
          ])}
        />
      </Wide>
    </>
  );
}
