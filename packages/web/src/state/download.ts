// Files out of the page. Nothing is sent anywhere: the browser saves what the page has.
import { textRows } from 'xpxlc/view';

export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function downloadText(name: string, text: string, type = 'text/plain'): void {
  download(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function downloadJson(name: string, value: unknown): void {
  downloadText(name, `${JSON.stringify(value, undefined, 2)}\n`, 'application/json');
}

/** Rows of cells as CSV for spreadsheets; numbers are numbers, and a text that would be taken for a formula begins with an apostrophe. */
export function downloadCsv(
  name: string,
  [heads, ...rows]: readonly (readonly (string | number | null)[])[],
): void {
  const columns = heads.map((head) => ({ name: String(head), type: 'text' }) as const);
  const text = textRows(columns, 'csv', { bom: true });
  downloadText(name, text.head + text.body(rows) + text.tail(), 'text/csv');
}

/** A picture twice as sharp as it is on the page. */
export async function downloadPng(name: string, svg: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (png !== null) download(name, png);
  } finally {
    URL.revokeObjectURL(url);
  }
}
