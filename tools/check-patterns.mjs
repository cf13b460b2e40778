// Is every regular expression over input linear? Finds the patterns in the packages' sources (literals, and `new RegExp` of literal
// texts and constants), asks recheck how long each may take on its worst input, and names those that take more than linear time. Patterns put
// together at run time are refused: nothing can be said about them. Exit code 1 where there is one.
//
// node tools/check-patterns.mjs [FILE OR FOLDER …]   default: packages/*/src
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { check } from 'recheck';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Patterns that look ahead or behind are tried out on attacking texts. Steps are counted there, and no time is taken: the verdict is the
 * same on every machine, however busy it is.
 */
const STEPS = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  attackLimit: 100_000_000,
};

/** @typedef {{ place: string, source: string | undefined, flags: string }} Pattern */

/**
 * The patterns of a file; `source` is undefined where it is known at run time only.
 * @param {string} file @returns {Pattern[]}
 */
export function patternsOf(file) {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  /** @type {Pattern[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ place: placeOf(node), source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      node.expression.getText() === 'RegExp'
    ) {
      const [pattern, flags] = (node.arguments ?? []).map((part) => textOf(part, tree));
      found.push({ place: placeOf(node), source: pattern, flags: flags ?? '' });
    }
    ts.forEachChild(node, visit);
  };
  /** @param {ts.Node} node */
  const placeOf = (node) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    return `${relative(root, file)}:${line + 1}`;
  };
  visit(tree);
  return found;
}

/**
 * A text made of literals and of constants of the same file; undefined for any other.
 * @param {ts.Node} node @param {ts.SourceFile} tree @returns {string | undefined}
 */
function textOf(node, tree) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) => [
      textOf(expression, tree),
      literal.text,
    ]);
    return spans.some(([text]) => text === undefined) ? undefined : node.head.text + spans.flat().join('');
  }
  if (!ts.isIdentifier(node)) return undefined;
  for (const statement of tree.statements) {
    if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const))
      continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (initializer !== undefined && name.getText() === node.text) return textOf(initializer, tree);
  }
  return undefined;
}

/**
 * What is wrong with a pattern; undefined where it is linear.
 * @param {Pattern} pattern @returns {Promise<string | undefined>}
 */
export async function complaintAbout({ source, flags }) {
  if (source === undefined) return 'the pattern is known at run time only';
  const result = await check(source, flags, STEPS);
  if (result.status === 'safe') return undefined;
  if (result.status === 'unknown') return `not decided (${result.error.kind})`;
  return `${result.complexity.summary} time, for instance on ${result.attack.pattern}`;
}

/** @param {string} path @returns {string[]} */
function sourcesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(path, name))
    .sort();
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const given = process.argv.slice(2);
  const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'src'));
  const patterns = (given.length > 0 ? given : packages).flatMap(sourcesIn).flatMap(patternsOf);
  /** @type {Map<string, Promise<string | undefined>>} */
  const known = new Map();
  let bad = 0;
  const keyOf = (/** @type {Pattern} */ { source, flags }) => `${source}/${flags}`;
  for (const pattern of patterns)
    if (!known.has(keyOf(pattern))) known.set(keyOf(pattern), complaintAbout(pattern));
  for (const pattern of patterns) {
    const complaint = await known.get(keyOf(pattern));
    if (complaint === undefined) continue;
    bad++;
    console.log(`${pattern.place}: /${pattern.source ?? '…'}/${pattern.flags}: ${complaint}`);
  }
  console.log(`${patterns.length} patterns, ${bad} not linear`);
  process.exitCode = bad > 0 ? 1 : 0;
}
