// How does `value; // => 3` become a check? Each statement followed by such a comment, on its line or alone on the
// next, gets a call of expect.mjs around its expression. Lines stay where they are.
import ts from 'typescript';

const mark =
  /^;?[ \t]*(?:\r?\n[ \t]*)?\/\/[ \t]*(?:=>|→)[ \t]*(.*)((?:\r?\n[ \t]*\/\/(?![ \t]*(?:=>|→)).*)*)/;

/**
 * @param {string} code @param {string} helper module specifier of expect.mjs
 * @returns {{ code: string, stray: number[] }} stray: lines of marks that follow no expression
 */
export function instrument(code, helper) {
  const tree = ts.createSourceFile('example.mts', code, ts.ScriptTarget.Latest, true);
  /** @type {{ at: number, text: string }[]} */
  const edits = [];
  /** @type {Set<number>} */
  const used = new Set();
  visit(tree);

  let result = code;
  for (const { at, text } of edits.sort((a, b) => b.at - a.at)) {
    result = result.slice(0, at) + text + result.slice(at);
  }
  const names = 'value as __value, printed as __printed, throws as __throws';
  return {
    code: `import { ${names} } from '${helper}'; void [__value, __printed, __throws]; ${result}`,
    stray: [...code.matchAll(/\/\/[ \t]*(?:=>|→)/g)]
      .map(({ index }) => lineOf(index))
      .filter((line) => !used.has(line)),
  };

  /** @param {ts.Node} node */
  function visit(node) {
    ts.forEachChild(node, visit);
    const expression = subjectOf(node);
    const found = expression && mark.exec(code.slice(node.end));
    if (!expression || !found) return;
    const line = lineOf(node.end + found[0].indexOf('//'));
    used.add(line);
    const text = expected(found[1].trim(), found[2]);
    const thrown = /^throws\b\s*(\w*)/.exec(text);
    if (thrown) wrap(expression, 'await __throws(async () => (', `), ${JSON.stringify(thrown[1])}, ${line})`);
    else if (isPrint(expression) && expression.arguments.length > 0) {
      const [first] = expression.arguments;
      const last = expression.arguments[expression.arguments.length - 1];
      edits.push({ at: first.getStart(), text: '...__printed([' });
      edits.push({ at: last.end, text: `], ${JSON.stringify(text)}, ${line})` });
    } else wrap(expression, '__value(', `, ${JSON.stringify(text)}, ${line})`);
  }

  /**
   * @param {ts.Expression} expression @param {string} open @param {string} close
   */
  function wrap(expression, open, close) {
    edits.push({ at: expression.getStart(), text: open }, { at: expression.end, text: close });
  }

  /** @param {number} position */
  function lineOf(position) {
    return tree.getLineAndCharacterOfPosition(position).line + 1;
  }
}

/**
 * The expression that a mark after the statement speaks of.
 * @param {ts.Node} node
 * @returns {ts.Expression | undefined}
 */
function subjectOf(node) {
  if (ts.isExpressionStatement(node)) return node.expression;
  if (!ts.isVariableStatement(node)) return undefined;
  const { declarations } = node.declarationList;
  return declarations.length === 1 ? declarations[0].initializer : undefined;
}

/**
 * @param {ts.Expression} expression
 * @returns {expression is ts.CallExpression}
 */
function isPrint(expression) {
  return ts.isCallExpression(expression) && expression.expression.getText() === 'console.log';
}

/**
 * The expected text: the first line, or as many comment lines as it takes to make a JavaScript value.
 * @param {string} first @param {string} more
 */
function expected(first, more) {
  let text = first;
  for (const line of more.split('\n')) {
    if (isExpression(text)) return text;
    text += ` ${line.replace(/^\s*\/\//, '').trim()}`;
  }
  return isExpression(text) ? text : first;
}

/** @param {string} text */
function isExpression(text) {
  const { diagnostics } = ts.transpileModule(`(${text}\n)`, { reportDiagnostics: true });
  return diagnostics?.length === 0;
}
