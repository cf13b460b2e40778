// The pictures of a report, as text of SVG: light or dark as the reader's system is, light on paper.
import { dropBar, population, toSvgText } from '../plot/index.ts';
import type { FeaturesSummary } from '../record/features-parts.ts';
import { dropBarOf } from '../view/drop-bar-of.ts';
import { populationOf } from '../view/population-of.ts';
import type { RowReport } from './row-report.ts';

/** Of more held values a picture would not fit on a sheet. */
const MOST_HELD = 40;

/** Why exactly these features; nothing where nothing needs to be held, or too much. */
export async function rowPicture({ problem, held }: RowReport): Promise<string | undefined> {
  if (held.length === 0 || held.length > MOST_HELD) return undefined;
  return toSvgText((document) => dropBar(dropBarOf(problem, held), { document }));
}

/** Which features matter over all rows; nothing where there are none. */
export async function populationPicture(summary: FeaturesSummary): Promise<string | undefined> {
  if (summary.rows === 0 || summary.features.length === 0) return undefined;
  return toSvgText((document) => population(populationOf(summary), { document }));
}
