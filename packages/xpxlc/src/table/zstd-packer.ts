// Bytes → a zstd frame (frames may follow one another). Compressed by DuckDB, since Node 20 cannot.
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEngine, quoteText } from './engine.ts';
import type { Packer } from './packer.ts';
import { removeTemporary, temporaryPath } from './temporary.ts';

export async function zstdPacker(): Promise<Packer> {
  const { blobValue } = await import('./duckdb.ts');
  const engine = await openEngine({ threads: 1 });
  const path = temporaryPath(join(tmpdir(), 'xpxlc-frame'));
  await engine.confine([path]);
  await engine.lock(1);
  let open = true;
  return {
    async pack(bytes) {
      await engine.connection.run(
        `COPY (SELECT $1::BLOB) TO ${quoteText(path)} (FORMAT blob, COMPRESSION zstd, USE_TMP_FILE false)`,
        [blobValue(bytes)],
      );
      return readFile(path);
    },
    close() {
      if (!open) return;
      open = false;
      engine.close();
      removeTemporary(path);
    },
  };
}
