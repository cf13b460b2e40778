// Everything shown of a decision, as data.
import type { JSX } from 'preact';
import { count, type Decided, features, list, model, rowNumber, table } from '../state/state.ts';
import { ExportMenu, files } from './export-menu.tsx';

export function SaveDecision(decided: Decided): JSX.Element {
  return (
    <p class="save-all">
      <ExportMenu
        label="Save this decision"
        lead="Save all of this decision as"
        items={files(
          'decision',
          () => decisionData(decided),
          () => decisionTable(decided),
        )}
      />
    </p>
  );
}

function decisionData({ question, answer }: Decided): object {
  const info = model.peek();
  const names = (list: readonly number[]): string[] => list.map((i) => info?.features[i].name ?? '');
  const { decision, reason, contrasts, given, heldAnswer } = answer;
  const byName = (list: readonly unknown[]): object =>
    Object.fromEntries((info?.features ?? []).map(({ name }, i) => [name, list[i]]));
  return {
    model: { name: info?.name, title: info?.title, sha256: info?.sha256 },
    ...(table.peek() === undefined ? {} : { table: table.peek()?.name, rowNumber: rowNumber.peek() }),
    case: byName(question.values),
    decision,
    explanation: { features: names(reason.features), literals: reason.literals, wide: reason.wide },
    movable: question.movable,
    given,
    contrasts: contrasts.map(({ features, class: name, literals, values: then, doubtful }) => ({
      features: names(features),
      class: name,
      literals,
      case: then && byName(then),
      doubtful,
    })),
    ticked: heldAnswer && { features: names(question.held), ...heldAnswer },
    count: count.peek(),
    ...(list.peek() === undefined ? {} : { explanations: list.peek()?.explanations }),
    ...(features.peek() === undefined ? {} : { features: features.peek()?.rows }),
  };
}

/** One line per feature: its value, the reason in words where it is part of that, and what it would be in the first contrasts. */
function decisionTable({ question, answer }: Decided): (string | number | null)[][] {
  const { decision, reason, contrasts } = answer;
  const at = rowNumber.peek();
  const changed = contrasts.filter(({ values: then }) => then !== undefined);
  return [
    [
      ...(at === undefined ? [] : ['row_number']),
      'decision',
      'feature',
      'value',
      'unit',
      'reason',
      ...changed.map(({ class: name }, i) => `change ${i + 1} (${name})`),
    ],
    ...(model.peek()?.features ?? []).map((feature, i) => {
      const place = reason.features.indexOf(i);
      return [
        ...(at === undefined ? [] : [at]),
        decision.class,
        feature.name,
        question.values[i],
        feature.kind === 'categorical' ? null : (feature.unit ?? null),
        place < 0 ? null : reason.literals[place],
        ...changed.map(({ features, values: then }) => (features.includes(i) ? (then?.[i] ?? null) : null)),
      ];
    }),
  ];
}
