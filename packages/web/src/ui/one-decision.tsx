// One decision: what it is, why, what would change it, and what follows when a value is changed.
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DecisionAnswer } from '../engine/messages.ts';
import { chooseRow, resetValues } from '../state/case.ts';
import { around, changed, decided, model, outcome, row, rowNumber, table } from '../state/state.ts';
import { AllExplanations } from './all-explanations.tsx';
import { CasePanel } from './case-panel.tsx';
import { Change } from './change.tsx';
import { ClassName } from './class-name.tsx';
import { FeaturesSection } from './features-section.tsx';
import { Held } from './held.tsx';
import { Proof } from './proof.tsx';
import { SaveDecision } from './save-decision.tsx';
import { someNames } from './some.tsx';
import { useAttention } from './use-attention.ts';
import { Why } from './why.tsx';
import { WhyThese } from './why-these.tsx';

export function OneDecision(): JSX.Element {
  const now = decided.value;
  const sections = useRef<HTMLDivElement>(null);
  const last = useRef({ row: row.value, height: 0 });
  // While a number is being typed there may be nothing to show for a moment; what is on the screen must not jump then.
  useLayoutEffect(() => {
    if (now !== undefined) last.current = { row: row.value, height: sections.current?.offsetHeight ?? 0 };
  });
  return (
    <div class="decision-view">
      <RowSteps />
      <DecisionBanner />
      <div class="columns">
        <CasePanel />
        <div
          class="sections"
          ref={sections}
          style={
            now === undefined && last.current.row === row.value
              ? { minHeight: `${last.current.height}px` }
              : {}
          }
        >
          {now === undefined ? null : (
            <>
              <Why {...now} />
              <Change {...now} />
              <WhyThese {...now} />
              <Held {...now} />
              <AllExplanations />
              <FeaturesSection />
              <Proof {...now} />
              <SaveDecision {...now} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/** From row to row, as they are listed. */
function RowSteps(): JSX.Element | null {
  const rows = table.value?.rows ?? 0;
  const at = row.value;
  if (at === undefined || rows === 0) return null;
  const { before, after, place, found = rows } = around.value ?? {};
  const step = (to: number | undefined): void => {
    if (to !== undefined) void chooseRow(to);
  };
  return (
    <nav class="row-steps" aria-label="Rows">
      <StepButton to={before} step={step}>
        ← <span class="roomy">Row before</span>
      </StepButton>
      <label>
        Row{' '}
        <input
          type="number"
          min={1}
          max={rows}
          value={at + 1}
          onChange={async ({ currentTarget }) => {
            const wanted = Number(currentTarget.value);
            if (Number.isInteger(wanted) && wanted >= 1 && wanted <= rows) await chooseRow(wanted - 1);
            // A row that cannot be shown is not the one that is.
            currentTarget.value = String(rowNumber.peek());
          }}
        />{' '}
        of {rows.toLocaleString('en')}
      </label>
      <StepButton to={after} step={step}>
        <span class="roomy">Next row</span> →
      </StepButton>
      {found === rows && place === at ? null : (
        <span class="hint">
          {place === undefined
            ? 'not listed in “All rows”'
            : `${(place + 1).toLocaleString('en')} of ${found.toLocaleString('en')} as listed`}
        </span>
      )}
    </nav>
  );
}

interface StepButtonProps {
  readonly to: number | undefined;
  readonly step: (to: number | undefined) => void;
  readonly children: ComponentChildren;
}

/** It keeps the focus at the ends of the list. */
function StepButton({ to, step, children }: StepButtonProps): JSX.Element {
  return (
    <button type="button" aria-disabled={to === undefined} onClick={() => step(to)}>
      {children}
    </button>
  );
}

function DecisionBanner(): JSX.Element | null {
  const title = useAttention<HTMLHeadingElement>('decision');
  const info = model.value;
  if (info === undefined) return null;
  const now = outcome.value;
  const edits = changed.value;
  return (
    <section class="banner" aria-labelledby="decision-title">
      <h1 id="decision-title" class="quiet-title" tabIndex={-1} ref={title}>
        The decision
      </h1>
      <div aria-live="polite">
        {now.kind === 'waiting' ? null : now.kind === 'undecided' ? (
          <>
            <p class="verdict">not decided</p>
            <p class="careful">There is no decision, and so no reason for one: {now.why}</p>
          </>
        ) : (
          <Verdict decision={now.answer.decision} />
        )}
      </div>
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

function Verdict({ decision }: { decision: DecisionAnswer }): JSX.Element {
  return (
    <>
      <p class="verdict">
        <ClassName name={decision.class} index={decision.classIndex} />
        <span class="standing">{decision.standing}</span>
      </p>
      <p class="margin-line">
        {decision.tie
          ? `It is a tie with ${decision.rival}; the model’s tie rule decides.`
          : `The margin, its lead over ${decision.rival}, is ${decision.margin}. At 0 the decision tips.`}
      </p>
      {decision.doubtful ? (
        <p class="careful">
          Careful: the margin is so small that the program which runs the model may round to the other class.
        </p>
      ) : null}
      {decision.missing.map((text) => (
        <p key={text} class="careful">
          {text}
        </p>
      ))}
    </>
  );
}
