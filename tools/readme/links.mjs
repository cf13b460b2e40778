// Does every relative link and every #anchor of the Markdown pages lead somewhere?
import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';

/**
 * @param {string} root @param {string[]} pages paths from the root
 * @returns {{ count: number, failures: import('../check-readme.mjs').Failure[] }} count of links that were looked at
 */
export function checkLinks(root, pages) {
  /** @type {import('../check-readme.mjs').Failure[]} */
  const failures = [];
  let count = 0;
  for (const file of pages) {
    const text = withoutCode(readFileSync(root + file, 'utf8'));
    for (const { target, index } of linksOf(text)) {
      if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target)) continue; // another site
      count += 1;
      const problem = follow(root, file, target);
      if (problem === undefined) continue;
      failures.push({
        file,
        line: text.slice(0, index).split('\n').length,
        message: `${problem}: ${target}`,
      });
    }
  }
  return { count, failures };
}

/**
 * @param {string} text Markdown without code
 * @returns {{ target: string, index: number }[]} of inline links and pictures, definitions and HTML attributes
 */
function linksOf(text) {
  const forms = [
    /\]\(\s*<?([^)\s>]+)/g,
    /^ {0,3}\[[^\]^][^\]]*\]:\s*<?([^\s>]+)/gm,
    /\b(?:href|src)="([^"]+)"/g,
  ];
  return forms.flatMap((form) => [...text.matchAll(form)].map(({ 1: target, index }) => ({ target, index })));
}

/**
 * @param {string} root @param {string} file @param {string} target
 * @returns {string | undefined} what is wrong
 */
function follow(root, file, target) {
  const [path, anchor] = target.split('#').map(decodeURIComponent);
  let goal = path === '' ? file : posix.join(path.startsWith('/') ? '' : posix.dirname(file), path);
  if (goal.startsWith('..')) return 'the link leaves the repository';
  if (!existsSync(root + goal)) return 'the link leads nowhere';
  if (anchor === undefined) return undefined;
  if (statSync(root + goal).isDirectory()) goal = posix.join(goal, 'README.md');
  const text = existsSync(root + goal) ? readFileSync(root + goal, 'utf8') : '';
  if (goal.endsWith('.md')) return anchorsOf(text).has(anchor) ? undefined : 'no such heading';
  const line = /^L(\d+)/.exec(anchor);
  return line === null || Number(line[1]) <= text.split('\n').length ? undefined : 'no such line';
}

/**
 * The anchors that GitHub makes of the headings, and those written in HTML.
 * @param {string} text
 */
function anchorsOf(text) {
  /** @type {Set<string>} */
  const anchors = new Set([...text.matchAll(/\b(?:id|name)="([^"]+)"/g)].map((match) => match[1]));
  for (const [, heading] of withoutFences(text).matchAll(/^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$/gm)) {
    const slug = heading
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/<[^>]+>/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    let name = slug;
    for (let n = 1; anchors.has(name); n++) name = `${slug}-${n}`;
    anchors.add(name);
  }
  return anchors;
}

/** @param {string} text */
function withoutCode(text) {
  return withoutFences(text)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, blank);
}

/** @param {string} text */
function withoutFences(text) {
  return text.replace(/^([ \t]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t]*\2[`~]*[ \t]*$/gm, blank);
}

/** @param {string} match kept in length and lines, so that positions stay true */
function blank(match) {
  return match.replace(/[^\n]/g, ' ');
}
