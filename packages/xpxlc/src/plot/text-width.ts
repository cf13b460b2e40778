// How much room does a text take? Nothing measures it where there is no page, so this estimates, rather too much than too little: by
// kinds of letters, as wide as in the widest of the usual fonts.

/** Pixels of the letters of all pictures. */
export const FONT = 12;
/** From one line of a text to the next. */
export const LINE = 16;

/** The width in pixels. */
export function widthOf(text: string, bold = false): number {
  let width = 0;
  for (const letter of text) width += letterWidth(letter);
  return bold ? 1.12 * width : width;
}

function letterWidth(letter: string): number {
  if (/[mwMWÆŒæœ@%‰—…→←∞●○]/u.test(letter)) return 12;
  if (/[ijlI.,;:'’|!()[\]{}ft/\\ ]/u.test(letter)) return 5;
  if (/[\u0300-\u036f]/u.test(letter)) return 0;
  if (letter < '\u1100') return /[A-ZÀ-ÞΑ-ЯN~=<>≤≥≠+−±]/u.test(letter) ? 9.4 : 7.7;
  // Letters of East Asia, and pictures.
  return letter > '\u2e7f' ? 16 : 9.4;
}

/** Words in lines of at most so many pixels; a longer word is broken, where it can be after a mark. At least a letter a line. */
export function wrapTo(words: string, most: number, bold = false): string[] {
  const lines: string[] = [];
  let line = '';
  for (let word of words.split(/\s+/u)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer, bold) <= most) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    while (widthOf(word, bold) > most && Array.from(word).length > 1) {
      const head = fitting(word, most, bold);
      lines.push(head);
      word = word.slice(head.length);
    }
    line = word;
  }
  return [...lines, line];
}

/** The beginning of a word that fits. */
function fitting(word: string, most: number, bold: boolean): string {
  let [head, mark] = ['', ''];
  for (const letter of word) {
    if (head !== '' && widthOf(head + letter, bold) > most) break;
    head += letter;
    if (/[-_/.,;:=]/u.test(letter)) mark = head;
  }
  return head.length < word.length && 2 * mark.length > head.length ? mark : head;
}
