// What a notebook shows of a decision, and of many: words, and pictures as text of SVG. Data are made here, by the core; the second
// script (draw.ts) makes pictures of them.
import { InternalError, poolRules, rule, type Within } from '@xpxlc/core';
import { boundedRow } from 'xpxlc/answer';
import type { DropBarData, FeatureBarsData, PopulationData, RulesData } from 'xpxlc/plot';
import {
  barsOf,
  type ContrastWords,
  contrastWords,
  Decision,
  decidedOf,
  decisionText,
  type FeatureShares,
  groupedDigits,
  heldBarOf,
  percentRange,
  populationOf,
  READABLE,
  ratio,
  ruleRecord,
  rulesOf,
} from 'xpxlc/view';
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

/** A display must not keep its reader waiting: what counting may cost. Steps, so that a cell prints the same again. */
const COUNTING = { steps: 2e7, memory: 2 ** 27 };

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
  readonly contrasts: readonly ContrastWords[];
  readonly more: boolean;
}

export function casePicture(request: CaseRequest): CasePicture {
  const classifier = classifierOf(request.id);
  const problem = boundedRow(classifier, toRowBlock(request), 0, request.within).problem();
  const decision = new Decision(problem, (part) => (part === 'count' ? COUNTING : {}));
  const held = request.held ?? decision.reason().features;
  const dropBar = heldBarOf(problem, held);
  const { list, complete } = decision.contrasts(request.contrasts, request.target);
  return {
    decision: decisionText(classifier, decidedOf(decision)),
    rule: rule(problem, held, READABLE),
    ...(dropBar && { dropBar: drawn('dropBar', dropBar) }),
    ...frequenciesOf(decision),
    contrasts: list.map((contrast) => contrastWords(problem, contrast)),
    more: !complete,
  };
}

function frequenciesOf(decision: Decision): Pick<CasePicture, 'count' | 'frequencies'> {
  const counted = decision.count({ frequency: true });
  if (counted === undefined) return {};
  const { count: all, frequency = [] } = counted;
  const values = frequency.map((times) => ratio(times, all));
  const data = barsOf(decision.problem, [{ measure: 'frequency', values }], { most: 12 });
  return {
    count: groupedDigits(String(all), ','),
    ...(data.parts.length === 0 ? {} : { frequencies: drawn('featureBars', data) }),
  };
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
