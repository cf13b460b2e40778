// Draws docs/loan-example.svg: what each value of an applicant is worth, and what an explanation must hold.
// Run after a build: node tools/picture.mjs
import { writeFileSync } from 'node:fs';
import { drops, literal, reduce, rule, smallest, weigh } from '@xpxlc/core';
import { loadModel } from 'xpxlc/import';
import { classColor } from 'xpxlc/plot';

const { model } = await loadModel(new URL('../packages/xpxlc/examples/loans.json', import.meta.url));
const problem = weigh(reduce(model), { age: 42, income: 36, home: 'own', 'late payments': 0 });
const held = new Set(smallest(problem));
const [{ drops: approx, margin }] = drops(problem);
const total = approx.reduce((a, b) => a + b, 0);
const demand = total - margin;

const [left, top, scale, height, gap] = [190, 92, 6, 26, 12];
/** @param {number} value */
const x = (value) => (left + value * scale).toFixed(1);
const order = [...approx.keys()].sort((i, j) => approx[j] - approx[i]);
let before = 0;
const bars = order.map((i, row) => {
  const y = top + row * (height + gap);
  const start = before;
  before += approx[i];
  const fill = held.has(i) ? classColor(problem.classIndex) : '#c7cbd1';
  return [
    `<text x="${left - 10}" y="${y + 18}" text-anchor="end">${literal(problem, i).replace(/</g, '&lt;')}</text>`,
    `<rect x="${x(start)}" y="${y}" width="${Math.max(1, approx[i] * scale).toFixed(1)}" height="${height}" rx="3" fill="${fill}"/>`,
    `<text x="${(Number(x(start + approx[i])) + 8).toFixed(1)}" y="${y + 18}" class="faint">${approx[i]} points</text>`,
  ].join('\n    ');
});
const bottom = top + order.length * (height + gap);
const width = Number(x(total)) + 110;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${bottom + 44}" width="${width.toFixed(0)}" height="${bottom + 44}" role="img" aria-label="${rule(problem, [...held]).replace(/</g, '&lt;')}">
  <style>
    text { font: 14px system-ui, sans-serif; fill: #24292f; }
    .title { font-weight: 600; font-size: 16px; }
    .faint { fill: #6a737d; }
  </style>
  <rect width="100%" height="100%" fill="#ffffff"/>
  <text x="20" y="30" class="title">${rule(problem, [...held]).replace(/</g, '&lt;')}</text>
  <text x="20" y="54" class="faint">How many points this decision can lose if only the one value changes; ${total} in all, of which ${margin} may be lost.</text>
  <g>
    ${bars.join('\n    ')}
  </g>
  <line x1="${x(demand)}" x2="${x(demand)}" y1="${top - 14}" y2="${bottom}" stroke="#24292f" stroke-width="2" stroke-dasharray="5 4"/>
  <text x="${x(demand)}" y="${bottom + 20}" text-anchor="middle">held values must be worth at least ${demand} points</text>
</svg>
`;
writeFileSync(new URL('../docs/loan-example.svg', import.meta.url), svg);
