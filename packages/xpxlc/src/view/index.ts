// What pictures, pages and reports show, as plain data in the user's words: the public surface of `xpxlc/view`. Runs in pages.

export { type DropBarOfOptions, dropBarOf } from './drop-bar-of.ts';
