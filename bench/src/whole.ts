// The program behind `process.ts`: whole.ts MODEL INSTANCE LIMIT prints count, frequencies and its own user CPU time.
import { readFileSync } from 'node:fs';
import { linearModel, reduce, tally, weigh } from '@xpxlc/core';

const [model, instance, limit] = process.argv.slice(2);
const [, intercept, , , ...lines] = readFileSync(model, 'utf8').trim().split('\n');
const weights = lines.map((line) => line.split(' ').slice(1).map(Number));
const features = weights.map((row, i) => ({ name: `v${i}`, values: row.map((_, v) => String(v)) }));
const classifier = reduce(
  linearModel({ classes: ['-', '+'], features, weights, intercept: Number(intercept) }),
);
const values = readFileSync(instance, 'utf8').trim().split('\n').slice(1, -1).map(Number);
const answer = tally(weigh(classifier, values), { limit: Number(limit) });
console.log(JSON.stringify({ ...answer, userCpuSeconds: process.cpuUsage().user / 1e6 }));
