// Where harm may come from, one a file. Rounds of `cell` areas run inside a process that is watched (cell.mjs), those of `process` areas start the
// program as users do.
import { corpus } from './areas/corpus.mjs';
import { disks } from './areas/disks.mjs';
import { inputs } from './areas/inputs.mjs';
import { kills } from './areas/kills.mjs';
import { legacy } from './areas/legacy.mjs';
import { models } from './areas/models.mjs';
import { options } from './areas/options.mjs';
import { requests } from './areas/requests.mjs';
import { writers } from './areas/writers.mjs';

/**
 * @typedef {object} CellWorld what a round inside a cell may use
 * @property {string} folder empty, and the current one
 * @property {(kind: import('./seeds.mjs').Kind) => import('./damaged.mjs').Seed[]} seeds
 * @property {any} library the package as users import it
 * @property {any} core
 * @property {(name: string) => Promise<any>} load a part of the program, by the name of its file
 * @property {() => readonly import('commander').Command[]} commands of the program
 * @property {(name: string, bytes: Uint8Array | string) => void} put a file in the folder
 * @property {(what: string) => void} trying says what is tried next
 * @property {(how: string) => void} ended says how it ended
 * @property {(wrong: string[]) => unknown} wrong says what is wrong with it
 * @property {(args: readonly string[], how?: { input?: string, asked?: (name: string) => boolean, seen?: (text: string) => void }) => Promise<import('./laws.mjs').Ran>} program
 *   runs it, and judges it by the laws
 * @property {(what: string, how: { run: () => Promise<import('./laws.mjs').Ran>, args?: readonly string[], statuses?: readonly number[], asked?: (name: string) => boolean, shown?: (text: string) => string }) => Promise<import('./laws.mjs').Ran>} judged
 *   the same of anything else that ends like a program; `shown` is what becomes of what it says before people see it
 */
/**
 * @typedef {object} ProcessWorld what a round of processes may use
 * @property {string} folder empty
 * @property {import('./shipped.mjs').Shipped} shipped
 */
/** @typedef {{ found: { wrong: string[], what: string }[], tries: number, ends: Record<string, number>, what: string, seconds: number, megabytes: number }} Played */
/**
 * @typedef {object} Area
 * @property {'cell' | 'process'} where
 * @property {string} about
 * @property {(random: import('./random.mjs').Random, world: any) => Promise<any>} round
 * @property {number} [rounds] all there are
 * @property {number} [share] how many rounds it gets while others get one
 */

/** @type {Record<string, Area>} */
export const AREAS = { corpus, models, inputs, options, legacy, requests, kills, writers, disks };
