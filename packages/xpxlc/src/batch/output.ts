// Where a run's answers go: to a stream as they come, or to a file that is complete or not there, and that another run can go on
// with where this one was ended (file-output.ts).
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Part } from '../answer/answerer.ts';
import { type Frame, Framed } from '../answer/frame.ts';
import type { RunIdentity } from '../table/checkpoint.ts';
import { writeFailure } from '../table/failure.ts';
import { textSink } from '../table/text-sink.ts';

/** How far a run has got; plain data. */
export interface RunState {
  /** The next row of the source. */
  readonly next: number;
  readonly failed: number;
  /** What is wrong with the first row that could not be read. */
  readonly firstBad?: string;
  /** Rows answered within wider bounds than those of the model. */
  readonly extended?: number;
  /** Records are in the output. */
  readonly started: boolean;
  /** What the command has added up. */
  readonly summary?: unknown;
}

/** What is left of a run that has ended early. */
export interface Kept {
  readonly partial: string;
  /** The first row that is not in it. */
  readonly next: number;
}

/** A place for answers. */
export interface RunOutput {
  /** Where the run that is continued had got to. */
  readonly state: RunState | undefined;
  write(part: Part): Promise<void>;
  /**
   * What is written so far goes with the state as it is until the next mark; with `save`, make sure of it. It is asked for only where it is
   * saved: what was added up may be large.
   */
  mark(state: () => RunState, save: boolean): Promise<void>;
  /** All is written. */
  finish(): Promise<void>;
  /** The run ends early: a stream gets a proper end, of a file is kept what another run can go on with. */
  interrupt(): Promise<Kept | undefined>;
  /** The run has failed: the same, but a stream is left as it is. */
  fail(): Promise<Kept | undefined>;
}

/** Where to, and whose output it is. */
export interface OutputPlan {
  readonly target: string | Writable;
  readonly run: RunIdentity;
  readonly resume: boolean;
}

/** A stream, which gets the answers as they come. @param place - for messages. */
export async function openStreamOutput(stream: Writable, frame: Frame, place: string): Promise<RunOutput> {
  const own = place !== 'stdout';
  const sink = await textSink(stream, 'none');
  const guarded = guard(place);
  const framed = new Framed(frame, (bytes) => sink.write(bytes), false);
  const finish = (): Promise<void> =>
    guarded(async () => {
      await framed.end();
      await sink.close();
      if (own) await finished(stream.end());
    });
  return {
    state: undefined,
    write: (part) => guarded(() => framed.write(part as Uint8Array)),
    mark: async () => undefined,
    finish,
    async interrupt() {
      await finish();
      return undefined;
    },
    async fail() {
      await sink.abort();
      if (own) stream.destroy();
      return undefined;
    },
  };
}

/** Runs steps, and tells failures in our words. */
export function guard(place: string): <R>(step: () => Promise<R>) => Promise<R> {
  return async (step) => {
    try {
      return await step();
    } catch (thrown) {
      throw writeFailure(thrown, place);
    }
  };
}
