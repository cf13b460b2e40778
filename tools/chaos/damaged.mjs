// A file, damaged as its format suffers it: the structure (whole files that say something else) or the bytes; packed files inside or outside.
import { gunzipSync, gzipSync } from 'node:zlib';
import { damageBytes } from './damage-bytes.mjs';
import { damageJson } from './damage-json.mjs';
import { damageLines } from './damage-lines.mjs';
import { damageProtobuf } from './damage-protobuf.mjs';
import { damageXml } from './damage-xml.mjs';

/** @typedef {{ readonly name: string, readonly bytes: Buffer }} Seed a file to start from */

/** @type {readonly [ending: RegExp, damage: import('./damage-bytes.mjs').Damage][]} */
const STRUCTURES = [
  [/\.(json|ndjson)$/, damageJson],
  [/\.(pmml|xml|html)$/, damageXml],
  [/\.onnx$/, damageProtobuf],
  [/\.(csv|tsv|txt|xlc|cnbc|blc|xmap|inst|xxpl|ndjson)$/, damageLines],
];

/**
 * @param {Seed} seed @param {import('./random.mjs').Random} random
 * @returns {Seed} under the same name, or packed
 */
export function damaged({ name, bytes }, random) {
  if (name.endsWith('.gz') && random.chance(0.7)) {
    const inside = damaged({ name: name.slice(0, -3), bytes: gunzipSync(bytes) }, random);
    return inside.name.endsWith('.gz') ? inside : { name, bytes: gzipSync(inside.bytes) };
  }
  const fitting = STRUCTURES.filter(([ending]) => ending.test(name)).map(([, damage]) => damage);
  const damage = fitting.length > 0 && random.chance(0.6) ? random.pick(fitting) : damageBytes;
  const now = damage(bytes, random);
  // Nothing here is to be slow because it is large.
  const small = now.length > 2_000_000 ? now.subarray(0, 2_000_000) : now;
  if (!/\.(gz|zst|parquet|html)$/.test(name) && random.chance(0.1))
    return { name: `${name}.gz`, bytes: gzipSync(small) };
  return { name, bytes: small };
}
