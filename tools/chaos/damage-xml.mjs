// Damage to the structure of XML: elements and attributes that are missing, doubled, moved, nested or of another value.
import { NUMBERS, TEXTS } from './nonsense.mjs';

/** @type {import('./damage-bytes.mjs').Damage} */
export function damageXml(bytes, random) {
  let text = bytes.toString();
  for (let left = 1 + random.size(4); left > 0; left--) {
    const tags = [...text.matchAll(/<(\w+)(?:\s[^<>]*)?>/g)];
    if (tags.length === 0) break;
    const { 0: tag, 1: name, index } = random.pick(tags);
    const attributes = [...tag.matchAll(/\s([\w:]+)="([^"]*)"/g)];
    const close = text.indexOf(`</${name}>`, index);
    const end = tag.endsWith('/>') || close < 0 ? index + tag.length : close + name.length + 3;
    const element = text.slice(index, end);
    const put = (/** @type {string} */ now) => text.slice(0, index) + now + text.slice(end);
    const way = random.below(7);
    if (way === 0) text = put('');
    else if (way === 1) text = put(element.repeat(2 + random.size(Math.ceil(20_000 / element.length))));
    else if (way === 2) {
      const { 0: other, index: to } = random.pick(tags);
      text = text.slice(0, to + other.length) + element + text.slice(to + other.length);
    } else if (way === 3) {
      const depth = random.size(2000);
      text = put(`<${name}>`.repeat(depth) + element + `</${name}>`.repeat(depth));
    } else if (attributes.length > 0) {
      const { 0: whole, 1: key } = random.pick(attributes);
      const value = random.pick(
        way === 4 ? NUMBERS : way === 5 ? TEXTS : attributes.map(([, , other]) => other),
      );
      const now = random.chance(0.2) ? '' : ` ${key}="${random.chance(0.9) ? escaped(value) : value}"`;
      text = put(element.replace(whole, () => now));
    }
  }
  return Buffer.from(text);
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
