// Reasons of one's own: do the ticked values suffice? If not, a case that agrees with them and is decided otherwise.
import type { JSX } from 'preact';
import { CasesTable } from 'xpxlc/components';
import { valueText } from 'xpxlc/view';
import { setHeld, setValues } from '../state/case.ts';
import { type Decided, model } from '../state/state.ts';
import { someNames } from './some.tsx';
import { useAttention } from './use-attention.ts';

/** Values of a counterexample that are listed. */
const SHOWN = 12;

export function Held({ answer, question }: Decided): JSX.Element | null {
  const info = model.value;
  const title = useAttention<HTMLHeadingElement>('held');
  if (info === undefined) return null;
  const { values: now, held: ticked } = question;
  const found = answer.heldAnswer;
  const changed = found?.counterexample?.changed ?? [];
  const shown = changed.slice(0, SHOWN);
  const names = (list: readonly number[]): string => someNames(list.map((i) => info.features[i].name));
  return (
    <section class="section" aria-labelledby="held-title">
      <h2 id="held-title" tabIndex={-1} ref={title}>
        Test your own reasons
      </h2>
      {ticked.length === 0 || found === undefined ? (
        <p class="hint">Tick “keep” beside values of the case: are those reason enough for the decision?</p>
      ) : (
        <div aria-live="polite">
          <p class="sentence">
            {found.holds ? (
              <>
                <strong>Yes.</strong> With {names(ticked)} kept, the decision is {answer.decision.class}{' '}
                whatever the others are.
              </>
            ) : (
              <>
                <strong>No.</strong> {names(ticked)} can stay as {ticked.length === 1 ? 'it is' : 'they are'},
                and the decision be <strong>{found.counterexample?.class ?? 'another'}</strong>:
              </>
            )}
          </p>
          {found.holds && !found.minimal ? (
            <p class="hint">More than needed: any one of {names(found.redundant)} could be left out.</p>
          ) : null}
          {found.counterexample === undefined ? null : (
            <>
              <CasesTable
                name="beside"
                names={info.features.map(({ name }) => name)}
                shown={shown}
                own={{
                  title: `This case: ${answer.decision.class}`,
                  text: (i) => valueText(info.features[i], now[i]),
                }}
                others={[
                  {
                    title: `Counterexample: ${found.counterexample.class}`,
                    text: (i) => valueText(info.features[i], found.counterexample?.values[i] ?? null),
                  },
                ]}
              />
              {changed.length > shown.length ? (
                <p class="hint">
                  {changed.length - shown.length} more values differ; “Try the counterexample” shows them.
                </p>
              ) : null}
              <p class="row-of-buttons">
                <button type="button" onClick={() => setValues(found.counterexample?.values ?? now)}>
                  Try the counterexample
                </button>
              </p>
            </>
          )}
          <p class="row-of-buttons">
            {found.repaired === undefined || (found.holds && found.minimal) ? null : (
              <button type="button" onClick={() => setHeld(found.repaired ?? [], true)}>
                Tick what would be reason enough: {names(found.repaired) || 'nothing'}
              </button>
            )}
            <button type="button" class="quiet" onClick={() => setHeld([], true)}>
              Untick all
            </button>
          </p>
        </div>
      )}
    </section>
  );
}
