// The whole table at once: what is decided how often, which features the reasons use, rules that cover many rows, and protected features.

import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { AuditTable, ClassesTable } from 'xpxlc/components';
import { population as populationPlot, rules as rulesPlot } from 'xpxlc/plot';
import { percent } from 'xpxlc/view';
import type { PopulationAnswer } from '../engine/messages.ts';
import { downloadJson } from '../state/download.ts';
import { askPopulation } from '../state/rows.ts';
import { model, population, populationBusy, protectedFeatures, table } from '../state/state.ts';
import { ExportMenu, files } from './export-menu.tsx';
import { Figure } from './figure.tsx';

export function Overview(): JSX.Element | null {
  const now = population.value;
  const complete = table.value?.complete ?? false;
  useEffect(() => {
    if (complete && population.peek() === undefined) void askPopulation();
  }, [complete]);
  return (
    <div class="sections overview">
      <h1>Overview</h1>
      {now === undefined ? (
        <p class="waiting">{complete ? 'Explaining every row …' : 'Reading the table …'}</p>
      ) : (
        <>
          <Decisions answer={now} />
          <Shares answer={now} />
          <RulesSection answer={now} />
          <Audit answer={now} />
        </>
      )}
    </div>
  );
}

function Decisions({ answer }: { answer: PopulationAnswer }): JSX.Element {
  const { rows, failed, classes } = answer;
  return (
    <section class="section" aria-labelledby="decisions-title">
      <h2 id="decisions-title">Decisions</h2>
      <ClassesTable classes={classes} rows={rows} />
      {failed === 0 ? null : (
        <p class="careful">
          {failed.toLocaleString('en')} rows could not be answered; they are left out here.
        </p>
      )}
      <ExportMenu label="Save the overview" items={[['JSON', () => downloadJson('overview.json', answer)]]} />
    </section>
  );
}

function Shares({ answer }: { answer: PopulationAnswer }): JSX.Element {
  const { features, shares } = answer;
  return (
    <section class="section" aria-labelledby="shares-title">
      <h2 id="shares-title">Which features the reasons use</h2>
      <p class="hint">
        Of all rows: in how many is the feature part of every explanation (nothing is reason enough without
        it), and in how many of some explanation.
      </p>
      <Figure
        name="features-of-all-rows"
        plot={populationPlot}
        of={features}
        data={files(
          'features-of-all-rows',
          () => shares,
          () => [
            ['feature', 'share of rows: in every explanation', 'in some explanation'],
            ...shares.features.map(({ feature, necessary, relevant }) => [
              feature,
              necessary,
              relevant ?? '',
            ]),
          ],
        )}
      />
      {answer.undecided === 0 ? null : (
        <p class="hint">
          {answer.undecided.toLocaleString('en')} rows would take too long to decide; they are left out of the
          shares.
        </p>
      )}
    </section>
  );
}

function RulesSection({ answer }: { answer: PopulationAnswer }): JSX.Element {
  const { rules, ruleTexts, rows } = answer;
  return (
    <section class="section" aria-labelledby="rules-title">
      <h2 id="rules-title">Rules that cover many rows</h2>
      <p class="hint">
        Each rule holds without exception, for every case there could be: whoever meets it gets the decision,
        whatever the other values are.
      </p>
      <Figure
        name="rules"
        plot={rulesPlot}
        of={rules}
        data={files(
          'rules',
          () => ({ rows, rules: ruleTexts }),
          () => [
            ['rule', 'decision', 'rows', 'rows that no rule before covers'],
            ...ruleTexts.map(({ rule, class: name, rows: covered, added }) => [rule, name, covered, added]),
          ],
        )}
      />
    </section>
  );
}

function Audit({ answer }: { answer: PopulationAnswer }): JSX.Element {
  const names = model.value?.features.map(({ name }) => name) ?? [];
  const chosen = protectedFeatures.value;
  const toggle = (name: string): void => {
    protectedFeatures.value = chosen.includes(name)
      ? chosen.filter((other) => other !== name)
      : [...chosen, name];
  };
  const { audit } = answer;
  return (
    <section class="section" aria-labelledby="audit-title">
      <h2 id="audit-title">Does a protected feature matter?</h2>
      <p class="hint">
        Choose features that should play no part (sex, age, postcode …). For each row: is there a reason
        without them?
      </p>
      <details open={chosen.length > 0}>
        <summary>{chosen.length === 0 ? 'Choose features' : `Chosen: ${chosen.join(', ')}`}</summary>
        <ul class="choices">
          {names.map((name) => (
            <li key={name}>
              <label>
                <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} /> {name}
              </label>
            </li>
          ))}
        </ul>
      </details>
      <p class="row-of-buttons">
        <button
          type="button"
          disabled={chosen.length === 0 || populationBusy.value}
          onClick={() => void askPopulation()}
        >
          {populationBusy.value ? 'Looking …' : 'Look at every row'}
        </button>
      </p>
      {audit === undefined ? null : (
        <div role="status">
          <p class="sentence">
            {audit.all === 0
              ? 'No decision depends on '
              : `${audit.all.toLocaleString('en')} of ${answer.rows.toLocaleString('en')} decisions (${percent(audit.all / answer.rows)}) depend on `}
            <strong>{audit.features.join(', ')}</strong>
            {audit.all === 0
              ? '.'
              : `: every explanation of them uses ${audit.features.length === 1 ? 'it' : 'one of these'}.`}
          </p>
          <AuditTable audit={audit} rows={answer.rows} several={audit.features.length > 1} />
        </div>
      )}
    </section>
  );
}
