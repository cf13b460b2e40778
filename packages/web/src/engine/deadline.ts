// How long a question may take: a signal that is raised when its time is over. The worker that asks cannot be told otherwise.
import type { Signal } from '@xpxlc/core';

/** Aborted from so many milliseconds on. */
export function deadline(milliseconds: number): Signal {
  const end = performance.now() + milliseconds;
  return {
    get aborted() {
      return performance.now() > end;
    },
  };
}
