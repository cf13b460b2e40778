// How a report looks: sober on screen, light or dark, and on paper, A4 or Letter.

/** What the page may load: nothing. */
export const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** Colours have a contrast of 4.5 or more on their ground. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1a1a1a; --soft: #555; --line: #c9c9c9; --faint: #f3f3f1; --ground: #fff; --mark: #0b4f80; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e6; --soft: #b0b0ac; --line: #484844; --faint: #242422; --ground: #151514; --mark: #8cc4ee; }
}
* { box-sizing: border-box; }
html { background: var(--ground); }
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.25rem 3rem; color: var(--ink); background: var(--ground);
  font: 1rem/1.5 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .75rem; }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 2.5rem 0 .75rem; padding-top: .75rem; border-top: 2px solid var(--ink); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .4rem; }
p, ul, ol { margin: .4rem 0; }
ul, ol { padding-left: 1.4rem; }
li { margin: .2rem 0; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1.25rem; margin: 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
.decision { font-size: 1.15rem; margin: 0 0 .5rem; }
.rule { padding: .6rem .9rem; border-left: 3px solid var(--mark); background: var(--faint); }
.note { color: var(--soft); font-size: .9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; margin: .4rem 0; }
caption { text-align: left; color: var(--soft); font-size: .9rem; padding-bottom: .25rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); }
thead th { border-bottom: 1.5px solid var(--ink); font-weight: 600; }
tbody th { font-weight: 400; }
td.number, th.number { text-align: right; padding-right: 1rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.changed { font-weight: 600; color: var(--mark); }
.reasons td:nth-child(2) { font-weight: 600; }
.mark { white-space: nowrap; }
figure { margin: .5rem 0; }
figure svg { display: block; max-width: 100%; height: auto; }
.phone { display: none; }
th.number { white-space: normal; }
.overview tbody th { min-width: 4.5rem; }
.xpxlc-plot { background: transparent !important; --plot-background: var(--ground) !important; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: .72rem/1.35 'DejaVu Sans Mono', Menlo, Consolas, monospace;
  background: var(--faint); padding: .6rem .75rem; margin: .4rem 0; }
code { font: .88em/1.3 'DejaVu Sans Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.file td { overflow-wrap: anywhere; }
.error { border-left: 3px solid #b3261e; padding: .6rem .9rem; background: var(--faint); }
@media screen and (max-width: 30rem) {
  .desk { display: none; }
  .phone { display: block; }
  body { padding: 1rem .9rem 2rem; }
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .facts dd { margin-bottom: .4rem; }
}
@page { margin: 18mm 18mm 20mm; }
@media print {
  :root { color-scheme: light; }
  html { font-size: 10pt; }
  body { max-width: none; padding: 0; line-height: 1.4; }
  h2 { margin-top: 1.5rem; }
  h1, h2, h3, caption, thead, .lead { break-after: avoid; }
  .row + .row, .next, .appendix { break-before: page; }
  .next > h2, .row + .row > h2, .appendix > h2 { margin-top: 0; }
  table { break-inside: avoid; }
  table.long { break-inside: auto; }
  table.long tbody tr:first-child, table.long tbody tr:last-child { break-before: avoid; }
  thead { display: table-header-group; }
  tr, figure, .rule, .decision, .facts > *, li { break-inside: avoid; }
  th, td { overflow-wrap: anywhere; }
  figure svg { max-height: 225mm; }
  p { orphans: 3; widows: 3; }
  .wide { overflow: visible; }
  .xpxlc-plot { color: #1f2328 !important; }
}
`;

/** The sheet for one report; on paper its name stands at the foot of each page, beside the number of the page. */
export function styleFor(name: string): string {
  const font = 'font: 8pt Helvetica, Arial, sans-serif; color: #555;';
  return `${STYLE}@page { @bottom-left { content: '${cssText(name)}'; ${font} } @bottom-right { content: counter(page) ' / ' counter(pages); ${font} } }\n`;
}

/** A text between quotes of a style sheet, whatever is in it; it cannot end the sheet either. */
function cssText(text: string): string {
  return text.replace(
    /[^\p{L}\p{N} .,;:()/-]/gu,
    (letter) => `\\${(letter.codePointAt(0) as number).toString(16)} `,
  );
}
