// Where pictures go: `--plot FILE.svg`.
import { UsageError } from './exit.ts';

/** Wide enough for names beside the bars, and not too wide for a page of paper. */
export const PLOT_WIDTH = 720;

/** Only what can be written is promised. */
export function checkPlot(path: string | undefined): void {
  if (path === undefined || /\.svg$/i.test(path)) return;
  throw new UsageError('pictures are written as SVG, which browsers and office programs open', {
    place: '--plot',
    expected: 'a name that ends in .svg',
    got: `'${path}'`,
  });
}
