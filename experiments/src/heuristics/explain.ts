// One dataset explained by the heuristic explainers, in a Python process, and by us: what each gives for a row, and how long it takes.
import { additiveForm, type Column, explainBlock, smallest, weigh } from '@xpxlc/core';
import type { Dataset } from '../dataset.ts';
import { RivalProcess } from '../rivals.ts';
import { secondsOf } from '../stopwatch.ts';

/** What a tool gives for a row; see `experiments/python/rivals/explain.py`. Seconds are of the processor. */
export type Answer = RuleAnswer | WeightsAnswer | LateAnswer;

interface AnswerBase {
  readonly tool: string;
  readonly row: number;
  readonly seconds: number;
}

export interface RuleAnswer extends AnswerBase {
  readonly features: readonly string[];
  /** What the tool claims. */
  readonly precision: number;
  readonly coverage: number;
  /** How often the rule holds over all rows of the table with its values put in: what the tool samples from. */
  readonly held: number;
}

export interface WeightsAnswer extends AnswerBase {
  readonly weights: Readonly<Record<string, number>>;
}

export interface LateAnswer extends AnswerBase {
  readonly outcome: 'out of time';
}

/** How the tools are asked. */
export interface ToolSettings {
  /** The precision that Anchor aims at. */
  readonly threshold: number;
  /** Processor time for one explanation. */
  readonly seconds: number;
}

/** The tools on one dataset; their process starts with the first question. */
export class Tools {
  private process: RivalProcess | undefined;
  private readonly dataset: Dataset;
  private readonly settings: ToolSettings;
  private readonly seed: number;

  constructor(dataset: Dataset, settings: ToolSettings, seed: number) {
    this.dataset = dataset;
    this.settings = settings;
    this.seed = seed;
  }

  async explain(tool: string, row: number): Promise<Answer> {
    if (this.process === undefined) {
      this.process = await RivalProcess.start('rivals.explain');
      const { threshold, seconds } = this.settings;
      await this.process.ask({ ...toSetting(this.dataset), threshold, seconds, seed: this.seed });
    }
    return this.process.ask({ tool, row });
  }

  async stop(): Promise<void> {
    await this.process?.stop();
  }
}

/** Whether the tools' process knows this kind of model: two classes, categories. */
export function isFit({ model }: Dataset): boolean {
  return model.classes.length === 2 && model.features.every(({ kind }) => kind === 'categorical');
}

/** The classifier as tables of what each value adds to the lead of the second class. */
function toSetting({ classifier, model, rows }: Dataset): object {
  const { bias, shapes, threshold } = additiveForm(classifier);
  const tables = shapes.map(([first, second]) => {
    if (first.kind !== 'table' || second.kind !== 'table') throw new Error('categories are expected');
    return second.values.map((value, v) => value - first.values[v]);
  });
  return {
    bias: bias[1] - bias[0] - (threshold ?? 0),
    tables,
    tie: model.classes.indexOf(model.tieOrder[0]),
    features: model.features.map(({ name }) => name),
    values: model.features.map((feature) => (feature.kind === 'categorical' ? feature.values : [])),
    classes: model.classes,
    rows,
  };
}

/** Our own explanation of the same rows, a smallest one each: seconds per row, one row at a time and all in a block. */
export interface OwnTimes {
  readonly single: number;
  readonly block: number;
}

export function ownTimes({ classifier, model, rows }: Dataset, chosen: readonly number[]): OwnTimes {
  const single = chosen.map((row) => secondsOf(() => smallest(weigh(classifier, rows[row]))));
  const columns = model.features.map((_, i): Column => Float64Array.from(chosen, (row) => rows[row][i]));
  const block = secondsOf(() => explainBlock(classifier, { rows: chosen.length, columns }));
  const mean = single.reduce((a, b) => a + b, 0) / single.length;
  return { single: mean, block: block / chosen.length };
}
