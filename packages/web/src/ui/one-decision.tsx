// One decision: what it is, why, what would change it, and what follows when a value is changed.
import type { JSX } from 'preact';
import { chooseRow, resetValues } from '../state/case.ts';
import { answer, answerTrouble, changed, model, row, table } from '../state/state.ts';
import { AllExplanations } from './all-explanations.tsx';
import { CasePanel } from './case-panel.tsx';
import { Change } from './change.tsx';
import { ClassName } from './class-name.tsx';
import { FeaturesSection } from './features-section.tsx';
import { Held } from './held.tsx';
import { Proof } from './proof.tsx';
import { SaveDecision } from './save-decision.tsx';
import { someNames } from './some.tsx';
import { Why } from './why.tsx';
import { WhyThese } from './why-these.tsx';

export function OneDecision(): JSX.Element {
  const now = answer.value;
  return (
    <div class="decision-view">
      <RowSteps />
      <DecisionBanner />
      <div class="columns">
        <CasePanel />
        <div class="sections">
          {now === undefined ? null : (
            <>
              <Why answer={now} />
              <Change answer={now} />
              <WhyThese answer={now} />
              <Held answer={now} />
              <AllExplanations />
              <FeaturesSection />
              <Proof reason={now.reason} />
              <SaveDecision answer={now} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/** From row to row. */
function RowSteps(): JSX.Element | null {
  const rows = table.value?.rows ?? 0;
  const at = row.value;
  if (at === undefined || rows === 0) return null;
  return (
    <nav class="row-steps" aria-label="Rows">
      <button type="button" disabled={at === 0} onClick={() => void chooseRow(at - 1)}>
        ← <span class="roomy">Row before</span>
      </button>
      <label>
        Row{' '}
        <input
          type="number"
          min={0}
          max={rows - 1}
          value={at}
          onChange={async ({ currentTarget }) => {
            const wanted = Number(currentTarget.value);
            if (Number.isInteger(wanted) && wanted >= 0 && wanted < rows) await chooseRow(wanted);
            // A row that cannot be shown is not the one that is.
            currentTarget.value = String(row.peek() ?? at);
          }}
        />{' '}
        of {rows.toLocaleString('en')}
      </label>
      <button type="button" disabled={at >= rows - 1} onClick={() => void chooseRow(at + 1)}>
        <span class="roomy">Next row</span> →
      </button>
    </nav>
  );
}

function DecisionBanner(): JSX.Element | null {
  const now = answer.value;
  const info = model.value;
  if (info === undefined) return null;
  const trouble = answerTrouble.value;
  const edits = changed.value;
  return (
    <section class="banner" aria-labelledby="decision-title">
      <h1 id="decision-title" class="quiet-title">
        The decision
      </h1>
      {now === undefined ? null : (
        <div aria-live="polite">
          <p class="verdict">
            <ClassName name={now.decision.class} index={now.decision.classIndex} />
            <span class="standing">{now.decision.standing}</span>
          </p>
          <p class="margin-line">
            {now.decision.tie
              ? `It is a tie with ${now.decision.rival}; the model’s tie rule decides.`
              : `The margin, its lead over ${now.decision.rival}, is ${now.decision.margin}. At 0 the decision tips.`}
          </p>
          {now.decision.doubtful ? (
            <p class="careful">
              Careful: the margin is so small that the program which runs the model may round to the other
              class.
            </p>
          ) : null}
          {now.decision.missing.map((text) => (
            <p key={text} class="careful">
              {text}
            </p>
          ))}
        </div>
      )}
      {trouble === undefined ? null : (
        <p class="careful" role="alert">
          This case cannot be decided: {trouble}
        </p>
      )}
      {edits.length === 0 ? null : (
        <p class="edited">
          You changed {someNames(edits.map((i) => info.features[i].name))}.{' '}
          <button type="button" onClick={resetValues}>
            Back to the case as it was
          </button>
        </p>
      )}
    </section>
  );
}
