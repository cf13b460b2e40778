// A report as one HTML file that needs nothing else: no script, no link, nothing to load.

import { setImmediate } from 'node:timers/promises';
import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { SHORT, Wide } from '../components/table.tsx';
import { Appendix } from './appendix.tsx';
import { type Picture, populationPicture, rowPicture } from './pictures.ts';
import { PopulationSection } from './population-section.tsx';
import { isFailed, type ReportData, rowTitle } from './report-data.ts';
import { FailedSection, RowSection } from './row-section.tsx';
import { POLICY, styleFor } from './style.ts';

/** The text of the file; the same for the same data. */
export async function reportHtml(data: ReportData): Promise<string> {
  const { rows = [], population } = data;
  const pictures = new Map<number, Picture>();
  for (const row of rows) {
    const picture = isFailed(row) ? undefined : await rowPicture(row);
    if (picture !== undefined) pictures.set(row.name.row, picture);
    await setImmediate(); // signals
  }
  const all = population === undefined ? undefined : await populationPicture(population);
  return `<!doctype html>\n${printable(renderToString(<Page data={data} pictures={pictures} all={all} />))}\n`;
}

/** HTML has no control characters, and a terminal that shows the file would obey them. */
function printable(html: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return html.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '\ufffd');
}

/** @param pictures - by row. @param all - of the population. */
function Page({
  data,
  pictures,
  all,
}: {
  data: ReportData;
  pictures: ReadonlyMap<number, Picture>;
  all: Picture | undefined;
}): JSX.Element {
  const { rows, population, settings } = data;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="generator" content={`xpxlc ${data.version}`} />
        <title>{data.title}</title>
        <style dangerouslySetInnerHTML={{ __html: styleFor(footOf(data)) }} />
      </head>
      <body>
        <main>
          <Head data={data} />
          {population === undefined ? null : (
            <PopulationSection data={data} summary={population} picture={all} />
          )}
          {rows?.map((row) =>
            isFailed(row) ? (
              <FailedSection key={row.name.row} next={rows.length > 1} row={row} settings={settings} />
            ) : (
              <RowSection
                key={row.name.row}
                next={rows.length > 1}
                row={row}
                settings={settings}
                picture={pictures.get(row.name.row)}
              />
            ),
          )}
          <Appendix data={data} />
        </main>
      </body>
    </html>
  );
}

/** What stands at the foot of each page. */
function footOf({ title, rows = [], settings }: ReportData): string {
  return rows.length === 1 ? `${title}: ${rowTitle(rows[0], settings.key)}` : title;
}

function Head({ data }: { data: ReportData }): JSX.Element {
  const { title, date, model, rows = [], settings } = data;
  const [only] = rows;
  return (
    <header>
      <h1>{title}</h1>
      <dl class="facts">
        {rows.length === 1 ? (
          <>
            <dt>Subject</dt>
            <dd>{rowTitle(only, settings.key)}</dd>
          </>
        ) : null}
        <dt>Model</dt>
        <dd>
          {model.about === undefined ? model.name : `${model.about} (${model.name})`}; decides{' '}
          {model.classes.join(' or ')}
        </dd>
        <dt>Data</dt>
        <dd>{data.data}</dd>
        {settings.chosen === undefined ? null : (
          <>
            <dt>Rows</dt>
            <dd>{settings.chosen}</dd>
          </>
        )}
        {date === undefined ? null : (
          <>
            <dt>Date</dt>
            <dd>{date}</dd>
          </>
        )}
      </dl>
      {rows.length > 1 ? <Overview data={data} /> : null}
    </header>
  );
}

/** All rows of the report, a line each. */
function Overview({ data: { rows = [], settings } }: { data: ReportData }): JSX.Element {
  return (
    <>
      <h3>Rows in this report</h3>
      <Wide label="Rows in this report">
        <table class={rows.length > SHORT ? 'overview long' : 'overview'}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Decision</th>
              <th scope="col">Principal reasons</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name.row}>
                <th scope="row">{rowTitle(row, settings.key)}</th>
                {isFailed(row) ? (
                  <td colSpan={2}>could not be explained</td>
                ) : (
                  <>
                    <td>
                      {row.decision.problem.class}, {row.standing}
                    </td>
                    <td>{row.reasons?.list.map(({ text }) => text).join('; ') ?? '–'}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </>
  );
}
