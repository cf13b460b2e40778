// Everything shown of a decision, as data.
import type { JSX } from 'preact';
import type { CaseAnswer } from '../engine/messages.ts';
import { downloadCsv, downloadJson } from '../state/download.ts';
import { count, features, held, list, model, movable, row, table, values } from '../state/state.ts';
import { ExportMenu } from './export-menu.tsx';
import { valueText } from './value-text.ts';

export function SaveDecision({ answer }: { answer: CaseAnswer }): JSX.Element {
  return (
    <p class="save-all">
      <ExportMenu
        label="Save this decision"
        lead="Save all of this decision as"
        items={[
          ['JSON', () => downloadJson('decision.json', decisionData(answer))],
          ['CSV', () => downloadCsv('decision.csv', decisionTable(answer))],
        ]}
      />
    </p>
  );
}

function decisionData(answer: CaseAnswer): object {
  const info = model.peek();
  const names = (list: readonly number[]): string[] => list.map((i) => info?.features[i].name ?? '');
  const { decision, reason, contrasts, given, heldAnswer } = answer;
  const byName = (list: readonly unknown[]): object =>
    Object.fromEntries((info?.features ?? []).map(({ name }, i) => [name, list[i]]));
  return {
    model: { name: info?.name, title: info?.title, sha256: info?.sha256 },
    ...(table.peek() === undefined ? {} : { table: table.peek()?.name, row: row.peek() }),
    case: byName(values.peek() ?? []),
    decision,
    explanation: { features: names(reason.features), literals: reason.literals, wide: reason.wide },
    movable: movable.peek(),
    given,
    contrasts: contrasts.map(({ features, class: name, literals, values: then, doubtful }) => ({
      features: names(features),
      class: name,
      literals,
      ...(then === undefined ? {} : { case: byName(then) }),
      doubtful,
    })),
    ...(heldAnswer === undefined ? {} : { ticked: { features: names(held.peek()), ...heldAnswer } }),
    ...(count.peek() === undefined ? {} : { count: count.peek() }),
    ...(list.peek() === undefined ? {} : { explanations: list.peek()?.explanations }),
    ...(features.peek() === undefined ? {} : { features: features.peek()?.rows }),
  };
}

/** One line per feature: its value, whether it is a reason, and what it would be in the first contrasts. */
function decisionTable({ decision, reason, contrasts }: CaseAnswer): (string | number)[][] {
  const info = model.peek();
  const now = values.peek() ?? [];
  const changed = contrasts.filter(({ values: then }) => then !== undefined);
  return [
    [
      'feature',
      `value (${decision.class})`,
      'reason',
      ...changed.map(({ class: name }, i) => `change ${i + 1} (${name})`),
    ],
    ...(info?.features ?? []).map((feature, i) => [
      feature.name,
      valueText(feature, now[i]),
      reason.features.includes(i) ? 'yes' : '',
      ...changed.map(({ features, values: then }) =>
        features.includes(i) ? valueText(feature, then?.[i] ?? null) : '',
      ),
    ]),
  ];
}
