// The pictures of a report, as text of SVG: light or dark as the reader's system is, light on paper.
import type { FeaturesSummary } from '../answer/record-fields.ts';

import { dropBar, type PlotOptions, population, toSvgText } from '../plot/index.ts';
import { heldBarOf } from '../view/drop-bar-of.ts';
import { populationOf } from '../view/population-of.ts';
import type { RowReport } from './row-report.ts';

/** A picture in two widths: the style shows the one that fits. */
export interface Picture {
  /** For paper and desks. */
  readonly wide: string;
  /** For phones. */
  readonly narrow: string;
}

/** In pixels. */
const WIDTHS = { wide: 620, narrow: 330 } as const;

/** Why exactly these features; nothing where nothing needs to be held, or too much. */
export async function rowPicture({ decision }: RowReport): Promise<Picture | undefined> {
  const data = heldBarOf(decision.problem, decision.reason().features);
  return data && twice((options) => dropBar(data, options));
}

/** Which features matter over all rows; nothing where there are none. */
export async function populationPicture(summary: FeaturesSummary): Promise<Picture | undefined> {
  if (summary.rows === 0 || summary.features.length === 0) return undefined;
  const data = populationOf(summary);
  return twice((options) => population(data, options));
}

async function twice(drawn: (options: PlotOptions) => ReturnType<typeof dropBar>): Promise<Picture> {
  const draw = (width: number): Promise<string> => toSvgText((document) => drawn({ document, width }));
  return { wide: await draw(WIDTHS.wide), narrow: await draw(WIDTHS.narrow) };
}
