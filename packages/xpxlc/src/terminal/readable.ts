// How literals and changes are told to readers of reports, pages and notebooks: rounded where that says nothing false, ranges in words.
import type { LiteralOptions } from '@xpxlc/core';

export const READABLE = { digits: 'few', ranges: 'words' } as const satisfies LiteralOptions;
