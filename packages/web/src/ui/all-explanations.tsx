// All explanations: how many exactly, and which, smallest first, page by page.

import type { JSX } from 'preact';
import { matrix, sizes } from 'xpxlc/plot';
import { groupedDigits } from 'xpxlc/view';
import type { CountAnswer, ListAnswer } from '../engine/messages.ts';
import { PAGE } from '../state/deep.ts';
import { count, list, listFrom, rowNumber } from '../state/state.ts';
import { ExportMenu, files } from './export-menu.tsx';
import { Figure } from './figure.tsx';
import { LazySection } from './lazy-section.tsx';
import { Some } from './some.tsx';

export function AllExplanations(): JSX.Element {
  const now = list.value;
  return (
    <LazySection id="all" title="All explanations">
      <p class="hint">
        Often several sets of values are each reason enough. Each of these is minimal: none of its values can
        be left out.
      </p>
      <Counted counted={count.value} />
      {now === undefined ? <p class="waiting">Looking …</p> : <Listed answer={now} />}
    </LazySection>
  );
}

function Counted({ counted }: { counted: CountAnswer | undefined }): JSX.Element {
  if (counted === undefined) return <p class="waiting">Counting …</p>;
  return (
    <>
      <p class="sentence">{countText(counted)}</p>
      {counted.sizes === undefined || counted.count === '1' ? null : (
        <Figure name="sizes" plot={sizes} of={counted.sizes} />
      )}
    </>
  );
}

/** Digits in groups of three; where they are many, also how many. */
function countText({ count, atLeast, atMost }: CountAnswer): JSX.Element {
  if (count === '1') return <>There is exactly one explanation.</>;
  if (count !== undefined)
    return (
      <>
        There are exactly <strong class="digits">{grouped(count)}</strong> explanations
        {count.length > 15 ? ` (a number of ${count.length} digits)` : ''}.
      </>
    );
  if (atLeast === undefined || atMost === undefined)
    return <>There are too many explanations to count here.</>;
  return (
    <>
      There are at least <strong class="digits">{grouped(atLeast)}</strong> and at most{' '}
      <strong class="digits">{grouped(atMost)}</strong> explanations.
    </>
  );
}

function grouped(digits: string): string {
  return groupedDigits(digits, ' ');
}

function Listed({ answer }: { answer: ListAnswer }): JSX.Element {
  const from = listFrom.value;
  const { explanations, complete, matrix: cells } = answer;
  return (
    <>
      <ol class="explanations" start={from + 1}>
        {explanations.map(({ features, literals }) => (
          <li key={features.join()}>
            {literals.length === 0 ? 'nothing needs to be kept' : null}
            <Some
              list={literals}
              most={6}
              what="values"
              show={(text, i, shown) => (i === 0 ? text : `${i === shown - 1 ? ' and ' : ', '}${text}`)}
            />
          </li>
        ))}
      </ol>
      <p class="row-of-buttons">
        {from === 0 && complete ? null : (
          <>
            <button type="button" disabled={from === 0} onClick={() => turn(-PAGE)}>
              Smaller ones
            </button>
            <button type="button" disabled={complete} onClick={() => turn(PAGE)}>
              Next {PAGE}
            </button>
          </>
        )}
        <ExportMenu
          label="Save these explanations"
          items={files(
            'explanations',
            () => explanations,
            () => [
              ['row_number', 'place', 'size', 'explanation'],
              ...explanations.map(({ features, literals }, i) => [
                rowNumber.peek() ?? null,
                from + i + 1,
                features.length,
                literals.join(' AND '),
              ]),
            ],
          )}
        />
      </p>
      {explanations.length > 1 ? <Figure name="explanations" plot={matrix} of={cells} /> : null}
    </>
  );
}

function turn(by: number): void {
  listFrom.value = Math.max(0, listFrom.peek() + by);
}
