// Damage to the structure of JSON, also of a value a line: whole files whose values are of another kind, missing, doubled or moved.
import { anyNumber, damageBytes } from './damage-bytes.mjs';
import { TEXTS } from './nonsense.mjs';

/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {{ [key: string]: unknown } | unknown[]} Node */

/** @type {import('./damage-bytes.mjs').Damage} */
export function damageJson(bytes, random) {
  const text = bytes.toString();
  // What is nested deeper than we can follow is damaged as bytes.
  if (depthOf(text) > 1000) return damageBytes(bytes, random);
  const whole = parsed(text);
  if (whole !== undefined) return Buffer.from(changed(whole, random));
  const lines = text.split('\n');
  for (let left = 1 + random.size(3); left > 0; left--) {
    const at = random.below(lines.length);
    const line = parsed(lines[at]);
    if (line !== undefined) lines[at] = changed(line, random);
  }
  return Buffer.from(lines.join('\n'));
}

/** Brackets that are open at once, those in texts included. @param {string} text */
function depthOf(text) {
  let [open, most] = [0, 0];
  for (const letter of text) {
    if (letter === '[' || letter === '{') open += 1;
    else if (letter === ']' || letter === '}') open -= 1;
    most = Math.max(most, open);
  }
  return most;
}

/** @param {string} text @returns {Node | undefined} */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Node} root @param {Random} random @returns {string} */
function changed(root, random) {
  /** Raw JSON to put in at the end: numbers that JavaScript does not hold. @type {string[]} */
  const raw = [];
  for (let left = 1 + random.size(2); left > 0; left--) {
    const nodes = [...nodesOf(root)];
    change(random.pick(nodes), nodes, raw, random);
  }
  return JSON.stringify(root).replace(/"RAW(\d+)"/g, (_, index) => raw[Number(index)]);
}

/** @param {Node} node @returns {Generator<Node>} all objects and lists within */
function* nodesOf(node) {
  yield node;
  for (const value of Object.values(node))
    if (typeof value === 'object' && value !== null) yield* nodesOf(/** @type {Node} */ (value));
}

/** @param {Node} node @param {readonly Node[]} nodes @param {string[]} raw @param {Random} random */
function change(node, nodes, raw, random) {
  const record = /** @type {Record<string, unknown>} */ (node);
  const keys = Object.keys(node);
  const key = keys.length === 0 ? 'x' : random.pick(keys);
  const way = random.chance(0.3) ? 2 : random.below(8);
  if (way === 0 && Array.isArray(node)) node.splice(random.below(node.length + 1), 1);
  else if (way === 0) delete record[key];
  else if (way === 1) record[key] = random.pick(TEXTS);
  else if (way === 2) {
    record[key] = `RAW${raw.length}`;
    const number = anyNumber(random);
    raw.push(/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/.test(number) ? number : '1e999');
  } else if (way === 3) record[key] = random.pick([null, true, [], {}, [[]], '', 0, -1, 0.1]);
  else if (way === 4) record[key] = copyOf(random.pick(nodes));
  else if (way === 5 && Array.isArray(node))
    node.push(...Array.from({ length: 1 + random.size(200) }, () => copyOf(node[0])));
  else if (way === 5) record[random.pick(TEXTS)] = copyOf(record[key]);
  else if (way === 6) {
    let deep = copyOf(record[key]);
    for (let depth = random.size(3000); depth > 0; depth--) deep = [deep];
    record[key] = deep;
  } else if (keys.length > 1) {
    const other = random.pick(keys);
    [record[key], record[other]] = [record[other], record[key]];
  }
}

/** Copies stay small, or files would grow beyond all bounds. @param {unknown} value */
function copyOf(value) {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > 4000 ? null : JSON.parse(text);
}
