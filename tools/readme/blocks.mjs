// Which fenced blocks does a text hold, where, and what is said about them?

/**
 * @typedef {object} Block
 * @property {string} file
 * @property {number} line number of the first line of code
 * @property {string} lang
 * @property {string} code
 * @property {boolean} skipped `<!-- not run: reason -->` stands before it
 * @property {string | undefined} output the ```text block right after it
 */

const fence = /^([ \t]*)(`{3,}|~{3,})[ \t]*([^\s`]*)[^`]*$/;

/**
 * The fenced blocks of a Markdown text.
 * @param {string} text @param {string} file @param {number} [firstLine]
 * @returns {Block[]}
 */
export function blocksOf(text, file, firstLine = 1) {
  const lines = text.split(/\r?\n/);
  /** @type {Block[]} */
  const blocks = [];
  let before = ''; // the last line that was not blank
  let previous = -1; // index in blocks of a block with nothing but blank lines since
  for (let i = 0; i < lines.length; i++) {
    const open = fence.exec(lines[i]);
    if (open === null) {
      if (lines[i].trim() !== '') {
        before = lines[i].trim();
        previous = -1;
      }
      continue;
    }
    const [, indent, marks, lang] = open;
    const start = ++i;
    while (i < lines.length && !closes(lines[i], marks)) i++;
    if (i === lines.length) throw new Error(`${file}:${firstLine + start - 1}: the fenced block has no end`);
    const code = lines
      .slice(start, i)
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    if (lang === 'text' && previous >= 0) blocks[previous].output = code.join('\n');
    blocks.push({
      file,
      line: firstLine + start,
      lang,
      code: code.join('\n'),
      skipped: /^<!--\s*not run:\s*\S.*-->$/.test(before),
      output: undefined,
    });
    previous = blocks.length - 1;
    before = '';
  }
  return blocks;
}

/**
 * The fenced blocks in the doc comments of a source file.
 * @param {string} source @param {string} file
 * @returns {Block[]}
 */
export function docBlocksOf(source, file) {
  return [...source.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap((comment) => {
    const text = comment[0].slice(3, -2).replace(/^[ \t]*\* ?/gm, '');
    return blocksOf(text, file, source.slice(0, comment.index).split('\n').length);
  });
}

/**
 * @param {string} line @param {string} marks
 */
function closes(line, marks) {
  const text = line.trim();
  return text.length >= marks.length && text === marks[0].repeat(text.length);
}
