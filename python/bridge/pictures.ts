// What a notebook shows of a decision, and of many: words, and pictures as text of SVG. Data are made here, by the core; the second
// script (draw.ts) makes pictures of them.
import {
  count,
  InternalError,
  LimitError,
  type Problem,
  poolRules,
  predictionOf,
  rule,
  smallest,
  type Within,
} from '@xpxlc/core';
import { type ContrastCase, contrastCases } from 'xpxlc/view';
import { boundedRow } from '../../packages/xpxlc/src/answer/answerer.ts';
import { ruleRecord } from '../../packages/xpxlc/src/answer/rules-record.ts';
import type { DropBarData } from '../../packages/xpxlc/src/plot/drop-bar.ts';
import type { FeatureBarsData } from '../../packages/xpxlc/src/plot/feature-bars.ts';
import type { PopulationData } from '../../packages/xpxlc/src/plot/population.ts';
import type { RulesData } from '../../packages/xpxlc/src/plot/rules.ts';
import { missingIn } from '../../packages/xpxlc/src/terminal/missing.ts';
import { percentRange } from '../../packages/xpxlc/src/terminal/percent.ts';
import { decisionText, standingOf } from '../../packages/xpxlc/src/terminal/standing.ts';
import { dropBarOf } from '../../packages/xpxlc/src/view/drop-bar-of.ts';
import { featureBarsOf } from '../../packages/xpxlc/src/view/feature-bars-of.ts';
import { groupedDigits } from '../../packages/xpxlc/src/view/grouped-digits.ts';
import { type FeatureShares, populationOf } from '../../packages/xpxlc/src/view/population-of.ts';
import { rulesOf } from '../../packages/xpxlc/src/view/rules-of.ts';
import { type BlockRequest, type RowsRequest, toBlock, toRowBlock } from './block.ts';
import { classifierOf } from './models.ts';

/** What is drawn, by name. */
export interface Pictures {
  readonly dropBar: DropBarData;
  readonly featureBars: FeatureBarsData;
  readonly population: PopulationData;
  readonly rules: RulesData;
}

/** The global that both scripts share. */
export interface Bridge {
  draw?: <Name extends keyof Pictures>(name: Name, data: Pictures[Name], width: number) => string;
}

/** From this width of pictures on names are beside bars. */
const WIDTH = 640;

/** Of more held values the picture would be larger than a screen. */
const MOST_HELD = 40;

/** A display must not keep its reader waiting: what counting may cost. */
const BUDGET = { steps: 2e7, memory: 2 ** 27 };

/** Rules shown of many decisions. */
const RULES = 6;

/** One decision. */
export interface CaseRequest extends RowsRequest {
  readonly within?: Within;
  /** The set of features that is shown; by default a smallest explanation. */
  readonly held?: readonly number[];
  /** The class that contrasts lead to. */
  readonly target?: string;
  /** Contrasts shown at most. */
  readonly contrasts: number;
}

export interface CasePicture {
  /** `grant, 612 points, 600 needed`. */
  readonly decision: string;
  readonly rule: string;
  /** Absent where nothing needs to be held, or too much. */
  readonly dropBar?: string;
  /** How many explanations there are, in digits; and how often features are in them. Absent where counting takes too long. */
  readonly count?: string;
  readonly frequencies?: string;
  readonly contrasts: readonly Pick<ContrastCase, 'literals' | 'class' | 'doubtful'>[];
  readonly more: boolean;
}

export function casePicture(request: CaseRequest): CasePicture {
  const classifier = classifierOf(request.id);
  const problem = boundedRow(classifier, toRowBlock(request), 0, request.within).problem();
  const held = request.held ?? smallest(problem);
  const { list, more } = contrastCases(problem, request.contrasts, request.target);
  return {
    decision: decisionOf(problem),
    rule: rule(problem, held, { digits: 'few', ranges: 'words' }),
    ...(held.length === 0 || held.length > MOST_HELD
      ? {}
      : { dropBar: drawn('dropBar', dropBarOf(problem, held)) }),
    ...frequenciesOf(problem),
    contrasts: list.map(({ literals, class: name, doubtful }) => ({
      literals,
      doubtful,
      class: name,
    })),
    more,
  };
}

function decisionOf(problem: Problem): string {
  const { classifier } = problem;
  const found = predictionOf(problem);
  return decisionText(classifier, {
    class: problem.class,
    margin: String(found.margin),
    ...standingOf(classifier, found),
    ...(found.doubtful ? { doubtful: true } : {}),
    ...missingIn(problem),
  });
}

function frequenciesOf(problem: Problem): Pick<CasePicture, 'count' | 'frequencies'> {
  try {
    const total = count(problem, { budget: BUDGET }).count;
    const data = featureBarsOf(problem, { budget: BUDGET, most: 12 });
    return {
      count: groupedDigits(String(total), ','),
      ...(data.parts.length === 0 ? {} : { frequencies: drawn('featureBars', data) }),
    };
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return {};
  }
}

/** Many decisions: good rows, and what was added up over them. */
export interface PopulationRequest extends BlockRequest {
  readonly shares: FeatureShares;
}

export interface PopulationPicture {
  readonly shares?: string;
  /** Rules that cover most of the rows; each holds for every case. */
  readonly rules?: string;
}

export function populationPicture(request: PopulationRequest): PopulationPicture {
  const { shares } = request;
  const classifier = classifierOf(request.id);
  const { classes } = classifier;
  const pooled = poolRules(classifier, toBlock(request), { limit: RULES });
  const rules = pooled.map((rule) => ruleRecord(classifier, rule));
  return {
    ...(shares.rows === 0 || shares.features.length === 0
      ? {}
      : { shares: drawn('population', populationOf(shares)) }),
    ...(rules.length === 0 ? {} : { rules: drawn('rules', rulesOf(rules, request.rows, classes)) }),
  };
}

/** Shares of a whole, by name. */
export interface BarsRequest {
  readonly measure: string;
  readonly bars: readonly { readonly label: string; readonly share: number }[];
  readonly remarks: readonly string[];
}

export function barsPicture({ measure, bars, remarks }: BarsRequest): string {
  const parts = bars.map(({ label, share }) => ({
    label,
    values: [share],
    text: percentRange({ low: share, high: share }),
  }));
  return drawn('featureBars', { measures: [measure], parts, remarks });
}

function drawn<Name extends keyof Pictures>(name: Name, data: Pictures[Name]): string {
  const { draw } = (globalThis as unknown as { xpxlc: Bridge }).xpxlc;
  if (draw === undefined) throw new InternalError('a picture before the script that draws is loaded');
  return draw(name, data, WIDTH);
}
