// Made by `node tools/kernel.mjs` from packages/core/kernel; not to be edited.

/** The kernel as a WebAssembly module of 87 bytes, in base64. */
export const MODULE: string = 'AGFzbQEAAAABBQFgAAF/AwMCAAAFAwEAAQcuBARiYXNlAAELcm93c1ZlcnNpb24AAAx0YWlsc1ZlcnNpb24AAAZtZW1vcnkCAAoMAgQAQQALBQBBgAgL';
