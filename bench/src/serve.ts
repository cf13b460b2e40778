// The server's API against calling the core in the same process: one case a request, a thousand cases a request, a stream of cases.
// Client and server share the machine, as they do on a user's.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeModelFile } from '../../packages/xpxlc/src/schema/write-model-file.ts';
import { readDataset, syntheticTable, toClassifier } from './data.ts';
import { digits, duration, type Report, type Settings, toTable } from './report.ts';
import type { Served } from './serve-run.ts';

export function serve({ quick, data }: Settings): Report {
  const set = readDataset(data, 'adult') ?? syntheticTable(1000);
  const classifier = toClassifier(set.xlc);
  const { features } = classifier;
  const cases = Array.from({ length: 1000 }, (_, r) => set.rows[r % set.rows.length]).map((values) =>
    Object.fromEntries(
      features.map((feature, i) => [
        feature.name,
        feature.kind === 'categorical' ? feature.values[values[i]] : values[i],
      ]),
    ),
  );
  const folder = mkdtempSync(join(tmpdir(), 'xpxlc-bench-'));
  try {
    writeFileSync(join(folder, 'model.json'), writeModelFile(classifier.model));
    writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases));
    const measured = measure(folder, quick ? 200 : 10_000);
    return {
      name: 'serve',
      title: 'The API of the server',
      parts: [
        `Cases of \`${set.name}\` (${features.length} features), smallest explanation unless said otherwise; wall time, client and server on the same machine. *core* is the same question by \`weigh\` and the query in this process, without JSON:`,
        toTable(
          [
            'question',
            'core, a case',
            'one case: latency',
            'requests a second',
            '1,000 cases a request',
            'cases a second',
            'times core',
          ],
          measured.map((line) => [
            `\`${line.endpoint}\``,
            duration(line.core),
            duration(line.latency),
            digits(line.requests),
            duration(line.batch),
            digits(1000 / line.batch),
            digits(line.batch / 1000 / line.core),
          ]),
        ),
        `A stream (NDJSON both ways) of explanations: ${measured[1].stream === undefined ? '' : digits(measured[1].stream)} cases a second.`,
      ],
      data: { set: set.name, features: features.length, measured },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measured by a process that can wait for answers. */
function measure(folder: string, requests: number): readonly Served[] {
  const script = fileURLToPath(new URL('./serve-run.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', script, folder, String(requests)],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
