// How good explanations are, as pictures: the paper's histogram of hits, and how often rules hold beside what is claimed.
import { type AssessSummary, HIT_BINS, PRECISION_BINS } from './assess-summary.ts';

/**
 * Pictures of a summary, one below the other, as the text of an SVG file: the share of hits by tool; and where there are rules, their precision.
 *
 * @example
 * ```ts
 * import { assessSvg, summarizeAssessments } from 'xpxlc';
 * const svg = await assessSvg(summarizeAssessments([]));
 * svg.startsWith('<svg'); // => true
 * ```
 */
export async function assessSvg({ tools }: AssessSummary): Promise<string> {
  const { histogram, stacked, toSvgText } = await import('../plot/index.ts');
  const named = (tool: string | null, what: string): string => (tool === null ? what : `${tool}, ${what}`);
  const hits = tools.flatMap(({ tool, rules, weights }) => [
    ...(rules === undefined ? [] : [{ name: named(tool, 'rules'), counts: rules.hits.shares }]),
    ...(weights === undefined
      ? []
      : [{ name: named(tool, `${weights.top} largest weights`), counts: weights.hits.shares }]),
  ]);
  // Where nothing could be assessed, an empty frame says so.
  if (hits.length === 0) hits.push({ name: 'none', counts: HIT_BINS.map(() => 0) });
  const precision = tools.flatMap(({ tool, rules }) => [
    ...(rules === undefined || rules.precision.known === 0
      ? []
      : [{ name: named(tool, 'exact'), counts: rules.histogram.exact }]),
    ...(rules?.precision.claimed === undefined
      ? []
      : [{ name: named(tool, 'claimed'), counts: rules.histogram.claimed }]),
  ]);
  const y = { label: 'explanations' };
  const charts = [
    await toSvgText((document) =>
      histogram(HIT_BINS, hits, {
        document,
        x: { label: 'features of an explanation that hit the most frequent ones', unit: '%' },
        y,
        share: true,
      }),
    ),
    ...(precision.length === 0
      ? []
      : [
          await toSvgText((document) =>
            histogram(PRECISION_BINS, precision, {
              document,
              x: { label: 'precision', unit: '%' },
              y,
              share: true,
            }),
          ),
        ]),
  ];
  return stacked(charts);
}
