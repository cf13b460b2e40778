// Damage to the structure of protocol buffers (ONNX), whatever they mean: fields that are missing, doubled, renumbered or of another value,
// at any depth, in files that are whole as such.

/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {{ key: bigint, value: bigint | Buffer | Field[] }} Field */

/** @type {import('./damage-bytes.mjs').Damage} */
export function damageProtobuf(bytes, random) {
  const root = fieldsOf(bytes);
  if (root === undefined) return bytes;
  for (let left = 1 + random.size(4); left > 0; left--) {
    const lists = [...listsOf(root)];
    const list = random.pick(lists);
    const at = random.below(list.length);
    const field = list[at];
    if (field === undefined) continue;
    const way = random.below(6);
    if (way === 0) list.splice(at, 1);
    else if (way === 1) list.push(...Array.from({ length: 1 + random.size(50) }, () => field));
    else if (way === 2) {
      const other = random.pick(random.pick(lists));
      if (other !== undefined && size(other) < 5000) list.splice(at, 0, structuredClone(other));
    } else if (way === 3) field.key = (field.key & 7n) | (BigInt(1 + random.below(30)) << 3n);
    else if (typeof field.value === 'bigint')
      field.value = random.pick([0n, 1n, 2n, 7n, 255n, 2n ** 31n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n]);
    else if (Buffer.isBuffer(field.value)) {
      const copy = Buffer.from(field.value);
      for (let x = 0; x < copy.length; x++)
        if (random.chance(0.2)) copy[x] = random.pick([0, 0xff, 0x7f, random.below(256)]);
      field.value = random.chance(0.3) ? copy.subarray(0, random.below(copy.length + 1)) : copy;
    }
  }
  return written(root);
}

/** @param {Buffer} bytes @returns {Field[] | undefined} */
function fieldsOf(bytes) {
  /** @type {Field[]} */
  const fields = [];
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; at < bytes.length && shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    return undefined;
  };
  while (at < bytes.length) {
    const key = varint();
    if (key === undefined || key >> 3n === 0n || key > 0xffffn) return undefined;
    const wire = Number(key & 7n);
    const first = wire === 0 || wire === 2 ? varint() : undefined;
    if (wire === 0 && first !== undefined) fields.push({ key, value: first });
    else {
      const length = wire === 2 ? Number(first ?? -1n) : wire === 5 ? 4 : wire === 1 ? 8 : -1;
      if (length < 0 || at + length > bytes.length) return undefined;
      const value = bytes.subarray(at, at + length);
      at += length;
      // Texts may look like messages by chance; that is damage, too.
      fields.push({ key, value: (wire === 2 && length > 1 && fieldsOf(value)) || value });
    }
  }
  return fields;
}

/** @param {Field[]} fields @returns {Generator<Field[]>} */
function* listsOf(fields) {
  yield fields;
  for (const { value } of fields) if (Array.isArray(value)) yield* listsOf(value);
}

/** @param {Field} field @returns {number} */
function size({ value }) {
  return Array.isArray(value)
    ? value.reduce((sum, field) => sum + size(field), 0)
    : typeof value === 'bigint'
      ? 8
      : value.length;
}

/** @param {readonly Field[]} fields @returns {Buffer} */
function written(fields) {
  return Buffer.concat(
    fields.flatMap(({ key, value }) => {
      if (typeof value === 'bigint') return [varintOf(key), varintOf(value)];
      const content = Array.isArray(value) ? written(value) : Buffer.from(value);
      return (key & 7n) === 2n
        ? [varintOf(key), varintOf(BigInt(content.length)), content]
        : [varintOf(key), content];
    }),
  );
}

/** @param {bigint} value */
function varintOf(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}
