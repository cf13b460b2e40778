// The server behind `xpxlc serve`.
export { type App, type AppOptions, createApp } from './app.ts';
export type { GivenFile } from './given.ts';
export { isLoopback, namesFor } from './guard.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export { type Listening, listen, type Place } from './listen.ts';
export { type PageFiles, readPage } from './page-files.ts';
