// What an experiment is to the frame: a command with options, units of work that can be done one by one, a summary that says all
// that pictures and page need.
import type { Command } from 'commander';
import type { Dataset } from './dataset.ts';
import type { Store, StoreRecord } from './store.ts';

/** One experiment. `Summary` is plain JSON: the page is made of it alone. */
export interface Experiment<Summary = unknown> {
  /** The command, and the name of its files. */
  readonly name: string;
  readonly title: string;
  /** One line for `--help`. */
  readonly description: string;
  /** Adds options of its own to the common ones. */
  readonly addOptions?: (command: Command) => void;
  /** Does what is not in the store yet, and sums up. Without options the defaults hold. */
  readonly run: (frame: Frame, options: Readonly<Record<string, unknown>>) => Promise<Summary>;
  /** The pictures as SVG, by the name of the file without `.svg`. */
  readonly plots: (summary: Summary) => Promise<Readonly<Record<string, string>>>;
  /** The section of the page, in Markdown below a heading of level 2; pictures are beside it. */
  readonly section: (summary: Summary) => string;
}

/** What the frame gives an experiment. */
export interface Frame {
  /** A small version of seconds, which means nothing. */
  readonly quick: boolean;
  /** Of all that is drawn at random. */
  readonly seed: number;
  /** The data that was chosen by options. */
  readonly datasets: () => Promise<readonly Dataset[]>;
  /** Where the experiment keeps what it has done; what was measured with other parameters is refused. */
  readonly openStore: <R extends StoreRecord>(name: string, parameters: object) => Store<R>;
  /** Do the units that the store does not have, in order, with progress. */
  readonly work: <R extends StoreRecord>(
    store: Store<R>,
    units: Iterable<Unit<R>>,
    total: number,
  ) => Promise<void>;
  /** Versions of tools beyond those of this repository: an experiment adds what it uses. */
  readonly versions: Record<string, string>;
  /** Says something to the person who waits. */
  readonly tell: (message: string) => void;
}

/** A piece of work: done as a whole or not at all. */
export interface Unit<R extends StoreRecord> {
  readonly key: string;
  /** What came out, a limit that was met included; an exception ends the experiment. */
  readonly run: () => R | Promise<R>;
}
