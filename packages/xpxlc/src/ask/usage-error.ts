// The error that says "you asked wrongly": options that do not go together, or names that the model does not have.
import { XpxlcError } from '@xpxlc/core';

/** An option or argument that makes no sense. */
export class UsageError extends XpxlcError {
  override readonly name: string = 'UsageError';

  constructor(
    what: string,
    detail: { code?: string; place: string; expected?: string; got?: string; hint?: string },
  ) {
    super(what, { code: 'usage', ...detail });
  }
}
