// The commands, in the order of the help, and what answers them: loaded when it is called.
import { ASSESS } from '../ask/assess.ts';
import { CHECK } from '../ask/check.ts';
import { COMPARE } from '../ask/compare.ts';
import { COMPLETION, type Shell } from '../ask/completion.ts';
import { CONVERT } from '../ask/convert.ts';
import { COUNT } from '../ask/count.ts';
import { EXPLAIN } from '../ask/explain.ts';
import { FEATURES } from '../ask/features.ts';
import { INSPECT } from '../ask/inspect.ts';
import { PRECISE } from '../ask/precise.ts';
import { PREDICT } from '../ask/predict.ts';
import { REPORT } from '../ask/report.ts';
import { SERVE } from '../ask/serve.ts';
import { TRAIN } from '../ask/train.ts';
import { VERIFY } from '../ask/verify.ts';
import { type Asked, answered } from './command.ts';

export const COMMANDS: readonly Asked[] = [
  answered(EXPLAIN, async ({ io }, said, model: string, data: string[]) =>
    (await import('./explain.ts')).explain(model, data, said, io),
  ),
  answered(REPORT, async ({ io, called }, said, model: string, data: string[]) =>
    (await import('./report.ts')).report(model, data, said, io, called),
  ),
  answered(PRECISE, async ({ io }, said, model: string, data: string[]) =>
    (await import('./precise.ts')).precise(model, data, said, io),
  ),
  answered(PREDICT, async ({ io }, said, model: string, data: string[]) =>
    (await import('./predict.ts')).predict(model, data, said, io),
  ),
  answered(COUNT, async ({ io }, said, model: string, data: string[]) =>
    (await import('./count.ts')).count(model, data, said, io),
  ),
  answered(FEATURES, async ({ io }, said, model: string, data: string[]) =>
    (await import('./features.ts')).features(model, data, said, io),
  ),
  answered(COMPARE, async ({ io }, said, modelA: string, modelB: string, data: string[]) =>
    (await import('./compare.ts')).compare(modelA, modelB, data, said, io),
  ),
  answered(TRAIN, async ({ io, called }, said, data: string[]) =>
    (await import('./train.ts')).train(data, said, { io, version: called.version }),
  ),
  answered(CONVERT, async ({ io }, said, input: string, output: string | undefined) =>
    (await import('./convert.ts')).convert(input, output, said, io),
  ),
  answered(INSPECT, async ({ io }, said, model: string) =>
    (await import('./inspect.ts')).inspect(model, said, io),
  ),
  answered(CHECK, async ({ io }, said, model: string, data: string[]) =>
    (await import('./check.ts')).check(model, data, said, io),
  ),
  answered(ASSESS, async ({ io }, said, model: string, data: string[]) =>
    (await import('./assess.ts')).assess(model, data, said, io),
  ),
  answered(VERIFY, async ({ io }, said, files: string[]) =>
    (await import('./verify.ts')).verify(files, said, io),
  ),
  answered(SERVE, async ({ io, called }, said, model: string | undefined, data: string | undefined) =>
    (await import('./serve.ts')).serve(model, data, { ...said, version: called.version }, io),
  ),
  answered(COMPLETION, async ({ io, program }, _, shell: Shell) => {
    const { completionScript } = await import('./completion.ts');
    const { write } = await import('./io.ts');
    await write(io.stdout, completionScript(program, shell));
    return 0;
  }),
];
