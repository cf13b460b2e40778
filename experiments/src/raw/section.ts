// The figures in words, beside those of the paper.
import { digits, duration, toTable } from '../../../bench/src/report.ts';
import { CLOCK } from '../clock.ts';
import type { RawSummary } from './summary.ts';

/** Section 5 of the paper. */
const PAPER = { instances: 94_174, listed: 29_207.5, mean: 0.23, longest: 12 };

const whole = (x: number | bigint) => x.toLocaleString('en');

export function section(summary: RawSummary): string {
  const { limit, source, total, sets, original } = summary;
  const figures = [
    ['instances', whole(PAPER.instances), whole(total.instances)],
    ['datasets', '37', String(sets.length)],
    [
      'explanations listed per instance, on average',
      whole(PAPER.listed),
      whole(Number(total.listed.toFixed(1))),
    ],
    ['time per instance, on average', `${PAPER.mean} s`, duration(total.mean)],
    ['time per instance, median', 'not said', duration(total.median)],
    ['longest', `at most ${PAPER.longest} s`, duration(total.longest)],
    ['listed completely', 'not said', share(total.complete, total.instances)],
  ];
  return [
    `Every instance of every dataset: its explanations in the order of the search, as bit masks, until there are no more or ${whole(limit)} have been listed. The time is from the values of the instance to the last mask, on one core, in a process that is warm. ${CLOCK} Then each instance's explanations are counted, all of them, without listing, from the prepared instance on.`,
    toTable(['', 'paper', 'here'], figures),
    notes(summary),
    '![Time per instance: listing and counting](raw-cactus.svg)',
    `Counting all of them took ${duration(total.countMean)} on average and ${duration(total.countLongest)} at most; the largest number is ${whole(BigInt(total.most))}. ${total.uncounted === 0 ? 'No count met a limit.' : `${whole(total.uncounted)} counts met the limit of memory.`}`,
    '![Instances by the number of their explanations](raw-magnitudes.svg)',
    toTable(
      [
        'dataset',
        'features',
        'instances',
        'complete',
        'listed, mean',
        'time, mean',
        'longest',
        'most explanations',
        'smallest: size',
      ],
      sets.map((set) => [
        set.name,
        String(set.features),
        whole(set.instances),
        share(set.complete, set.instances),
        digits(set.listed),
        duration(set.mean),
        duration(set.longest),
        whole(BigInt(set.most)),
        `${set.smallestLeast}–${set.smallestMost}`,
      ]),
    ),
    ...(source === 'folder'
      ? []
      : ['These datasets are not those of the paper: the figures do not compare.']),
    ...(original === undefined ? [] : [compared(original, limit)]),
  ].join('\n\n');
}

function notes({ total, source }: RawSummary): string {
  const checked = `${whole(total.known)} instances come with answers of an independent program in exact rational arithmetic (class, smallest size, and where there are no more than 20,000 explanations their number and the largest size): all agree.`;
  const data =
    'The paper has 37 datasets and 94,174 instances. What its authors have published has 53,421 instances, of which 40,466, in 27 datasets, are in the corpus that is used here; so the averages are over other instances, with more of the small ones or of the large ones, and do not compare one to one. Two of the datasets are in twice, as its authors publish them: `promoters` (once as `molecular-biology_promoters`) and `house-votes-84` (once as `votes`).';
  const machines =
    "The paper's machine was a Xeon 5160 of 3 GHz from 2006 and its program is written in Perl; times of different machines say little, which is why the original tool can be run beside (`--perl DIR`). Its times include the start of a process for each instance, ours do not.";
  return [...(source === 'folder' ? [data] : []), machines, ...(total.known > 0 ? [checked] : [])]
    .map((note) => `* ${note}`)
    .join('\n');
}

function compared(rows: NonNullable<RawSummary['original']>, limit: number): string {
  const same = rows.filter((row) => row.same).length;
  const sum = (value: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + value(row), 0);
  const long = rows.filter(({ listed }) => listed >= limit);
  const ratio = (part: typeof rows) =>
    digits(part.reduce((x, row) => x + row.original, 0) / part.reduce((x, row) => x + row.ours, 0));
  return [
    '### Beside the original tool',
    `${whole(rows.length)} instances spread over all datasets, each by the original Perl tool (\`-x\`, its faster loop; user CPU of its process, start included) and here: ${duration(sum((row) => row.original))} and ${duration(sum((row) => row.ours))} in all, ${ratio(rows)} times. ${long.length === 0 ? '' : `Where ${whole(limit)} were listed: ${ratio(long)} times (${whole(long.length)} instances). `}Number and frequencies of the explanations are the same for ${whole(same)} of ${whole(rows.length)}; the tool lists features of nearly equal drop in another order, so that its first ${whole(limit)} can be others.`,
    '![Time per instance: the original tool and here](raw-original.svg)',
  ].join('\n\n');
}

function share(part: number, all: number): string {
  if (part === all) return '100 %';
  // Never rounded up to all.
  return `${Math.floor((1000 * part) / all) / 10} %`;
}
