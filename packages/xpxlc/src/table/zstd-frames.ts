// Bytes → zstd, a frame for every few megabytes (frames may follow one another). Compressed by DuckDB, since Node 20 cannot.
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { openEngine, quoteText } from './engine.ts';
import { removeTemporary, temporaryPath } from './temporary.ts';

const FRAME_BYTES = 1 << 22;

export async function zstdFrames(): Promise<Transform> {
  const { blobValue } = await import('@duckdb/node-api');
  const engine = await openEngine({ threads: 1 });
  const path = temporaryPath(join(tmpdir(), 'xpxlc-frame'));
  await engine.confine([path]);
  await engine.lock(1);
  let parts: Buffer[] = [];
  let bytes = 0;
  let empty = true;

  async function frame(): Promise<Buffer> {
    const whole = Buffer.concat(parts);
    parts = [];
    bytes = 0;
    empty = false;
    await engine.connection.run(
      `COPY (SELECT $1::BLOB) TO ${quoteText(path)} (FORMAT blob, COMPRESSION zstd, USE_TMP_FILE false)`,
      [blobValue(whole)],
    );
    return readFile(path);
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      parts.push(chunk);
      bytes += chunk.length;
      if (bytes < FRAME_BYTES) done();
      else frame().then((packed) => done(null, packed), done);
    },
    flush(done) {
      if (bytes === 0 && !empty) done();
      else frame().then((packed) => done(null, packed), done);
    },
    destroy(error, done) {
      engine.close();
      removeTemporary(path);
      done(error);
    },
  });
}
