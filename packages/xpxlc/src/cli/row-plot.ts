// `xpxlc explain --plot`: the picture of one decision, what holds it and what would change it.
import { type Classifier, type Counterfactual, counterfactual, given, type Problem } from '@xpxlc/core';
import { Allowance } from '../answer/allowance.ts';
import { boundedRow } from '../answer/answerer.ts';
import { type ExplainQuestion, explanations } from '../answer/explain-record.ts';
import type { RowBlock } from '../cells/row-block.ts';
import { Decision } from '../decision/decision.ts';
import { decidedOf, decisionText } from '../terminal/standing.ts';
import { changeOf } from '../view/change-of.ts';
import { dropBarOf } from '../view/drop-bar-of.ts';
import { UsageError } from './exit.ts';
import { PLOT_WIDTH } from './output.ts';

/** Keeps the one row that is to be drawn. */
export class PlottedRow {
  private block: RowBlock | undefined;

  /**
   * A block that is read.
   *
   * @throws {UsageError} for a second row.
   */
  see(block: RowBlock): void {
    if (block.rows === 0) return;
    if (this.block !== undefined || block.rows > 1)
      throw new UsageError('one picture shows one row', {
        place: '--plot',
        expected: 'one row: --rows N, or --instance CASE',
        got: 'several rows',
      });
    this.block = block;
  }

  /** The row, made ready; undefined where there is none, or it is bad. */
  problem(classifier: Classifier, within: ExplainQuestion['within']): Problem | undefined {
    const { block } = this;
    if (block === undefined || block.bad.length > 0) return undefined;
    return boundedRow(classifier, block, 0, within).problem();
  }
}

/** What is to be drawn of a row; undefined where there is no such thing. */
interface Plotted {
  readonly decision: Decision;
  readonly held: readonly number[] | undefined;
  readonly changed: Counterfactual | undefined;
}

/** What holds the decision, and what would change it: the first explanation and the first contrast of those that are asked for, else smallest ones. */
export function plottedRow(problem: Problem, question: ExplainQuestion): Plotted {
  const { kind, target } = question;
  const allowed = (): { signal: Allowance } => ({ signal: new Allowance(question) });
  const decision = new Decision(problem, allowed);
  const held = kind === 'cxp' ? decision.reason().features : firstOf(problem, question, 'axp');
  if (kind === 'axp') return { decision, held, changed: decision.contrast(target)?.changed };
  const features = firstOf(problem, question, 'cxp');
  const changed = features && counterfactual(problem, features, { target, budget: allowed() });
  return { decision, held, changed };
}

/** One below the other. */
export async function plottedSvg({ decision, held, changed }: Plotted): Promise<string> {
  const { changeView, dropBar, stacked, toSvgText } = await import('../plot/index.ts');
  const { problem } = decision;
  const heading = headingOf(decision);
  const pictures = [
    ...(held === undefined
      ? []
      : [
          await toSvgText((document) =>
            dropBar(dropBarOf(problem, held), { document, width: PLOT_WIDTH, heading }),
          ),
        ]),
    ...(changed === undefined
      ? []
      : [
          await toSvgText((document) =>
            changeView(changeOf(problem, changed), {
              document,
              width: PLOT_WIDTH,
              heading: held === undefined ? heading : 'What would change it',
            }),
          ),
        ]),
  ];
  return stacked(pictures);
}

/** The first set of a kind that is asked for; undefined where there is none. */
function firstOf(
  problem: Problem,
  question: ExplainQuestion,
  kind: 'axp' | 'cxp',
): readonly number[] | undefined {
  const asked = { ...question, kind, certificate: false };
  const next = explanations(problem, asked, new Allowance(question)).next();
  return next.done ? undefined : next.value.indices;
}

/** `grant, 612 points, 600 needed`, and what is taken as given. */
function headingOf(decision: Decision): string {
  const { problem } = decision;
  const text = decisionText(problem.classifier, decidedOf(decision), ` over ${decision.outcome().rival}`);
  const taken = given(problem, { digits: 'few' });
  return taken.length === 0 ? text : `${text}; given that ${taken.join(' and ')}`;
}
