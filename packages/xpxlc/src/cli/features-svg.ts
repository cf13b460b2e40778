// `xpxlc features --plot`: which features matter over the rows, and the rules that cover most of them.
import type { FeaturesSummary, FeaturesSums } from '../answer/record-fields.ts';
import { counted } from '../terminal/counted.ts';
import { populationOf } from '../view/population-of.ts';
import { rulesOf } from '../view/rules-of.ts';
import { PLOT_WIDTH } from './output.ts';

/** All rows, the parts they are split into, and the rules, one below the other. */
export async function featuresSvg(summary: FeaturesSummary, classes: readonly string[]): Promise<string> {
  const { population, rules, stacked, toSvgText } = await import('../plot/index.ts');
  const { given: taken = [] } = summary;
  const given = taken.length === 0 ? '' : `, given that ${taken.join(' and ')}`;
  const draw = (sums: FeaturesSums, heading: string): Promise<string> =>
    toSvgText((document) => population(populationOf(sums), { document, width: PLOT_WIDTH, heading }));
  const pictures = [
    await draw(summary, `Features that explanations use: ${counted(summary.rows, 'row')}${given}`),
  ];
  for (const part of summary.parts ?? []) {
    if (part.rows === 0) continue;
    const { class: name, group } = part;
    const words = [
      ...(name == null ? [] : [`class ${name}`]),
      ...(summary.group === undefined ? [] : [`${summary.group} = ${group ?? 'missing'}`]),
    ];
    pictures.push(await draw(part, `${words.join(', ')}: ${counted(part.rows, 'row')}`));
  }
  if (summary.rules.length > 0)
    pictures.push(
      await toSvgText((document) =>
        rules(rulesOf(summary.rules, summary.rows, classes), {
          document,
          width: PLOT_WIDTH,
          heading: 'Rules that hold for every case, and how many rows they cover',
        }),
      ),
    );
  return stacked(pictures);
}
