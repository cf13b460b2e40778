// What has been done already? Results as lines of JSON that are only appended: an experiment that was interrupted goes on
// after the last whole line.
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/** Anything that JSON can hold. */
export type StoreRecord = object;

/** Of the layout of the lines. */
const FORMAT = 1;

/** Records by key, in the order in which they were added. */
export class Store<R extends StoreRecord = StoreRecord> {
  private readonly file: number;
  private readonly byKey = new Map<string, R>();

  /**
   * @param parameters - what the results depend on. Results of other parameters are refused.
   * @param fresh - forget what is there.
   * @throws {Error} when the file has other parameters, or is no store.
   */
  constructor(path: string, parameters: object, { fresh = false }: { readonly fresh?: boolean } = {}) {
    mkdirSync(dirname(path), { recursive: true });
    if (fresh) rmSync(path, { force: true });
    const header = { format: FORMAT, parameters: plain(parameters) };
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    // A line without its end was cut off by an interruption.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole !== '') this.read(path, whole, header);
    this.file = openSync(path, 'a');
    ftruncateSync(this.file, Buffer.byteLength(whole));
    if (whole === '') this.append(header);
  }

  has(key: string): boolean {
    return this.byKey.has(key);
  }

  get(key: string): R | undefined {
    return this.byKey.get(key);
  }

  /** Written when this returns, as far as this process is concerned. */
  add(key: string, record: R): void {
    if (this.byKey.has(key)) throw new Error(`'${key}' has a result already`);
    this.append({ key, ...record });
    this.byKey.set(key, plain(record));
  }

  records(): IterableIterator<[string, R]> {
    return this.byKey.entries();
  }

  close(): void {
    closeSync(this.file);
  }

  private append(line: object): void {
    writeSync(this.file, `${JSON.stringify(line)}\n`);
  }

  private read(path: string, text: string, header: { format: number; parameters: object }): void {
    const [first, ...rest] = text.trimEnd().split('\n');
    const found = parse(path, first, 1) as typeof header;
    if (found.format !== header.format)
      throw new Error(`${path}: not a store of format ${FORMAT}; start anew with --fresh`);
    const other = differing(found.parameters, header.parameters);
    if (other.length > 0) {
      throw new Error(
        `${path} was made with another ${other.join(', ')}: ask for the same again, choose another --out, or start anew with --fresh`,
      );
    }
    rest.forEach((line, i) => {
      const { key, ...record } = parse(path, line, i + 2) as { key: string };
      this.byKey.set(key, record as R);
    });
  }
}

function parse(path: string, line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(`${path}, line ${number}: not JSON; start anew with --fresh`);
  }
}

/** As it will be read back. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

/** Names of the parameters that are not the same. */
function differing(a: object, b: object): string[] {
  const left = new Map<string, unknown>(Object.entries(a));
  const right = new Map<string, unknown>(Object.entries(b));
  return [...new Set([...left.keys(), ...right.keys()])].filter(
    (name) => !isDeepStrictEqual(left.get(name), right.get(name)),
  );
}
