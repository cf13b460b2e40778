// The models that are loaded, by the number that Python gave them.
import { type Classifier, InternalError } from '@xpxlc/core';
import { type LoadedModel, type LoadOptions, loadModel, prepared } from 'xpxlc/import';
import { standingNumber } from 'xpxlc/view';
import { MemoryFile } from './host.ts';
import { bytesAt } from './memory.ts';

/** A file whose bytes are in the input. */
interface GivenFile {
  readonly name?: string;
  readonly offset: number;
  readonly size: number;
}

/** How a model is to be loaded. */
export interface LoadRequest {
  readonly id: number;
  readonly file: GivenFile;
  readonly xmap?: GivenFile;
  readonly bounds?: 'unbounded' | GivenFile;
  readonly format?: LoadOptions['format'];
  readonly details?: LoadOptions['details'];
}

const classifiers = new Map<number, Classifier>();

/** How the last loading ended; undefined while it has not. */
let outcome: { readonly described: object } | { readonly error: unknown } | undefined;

/** Begin to load; all that is waited for is there, so that it is done when the host has seen to its promises. */
export function beginLoading(request: LoadRequest): void {
  outcome = undefined;
  load(request).then(
    (described) => {
      outcome = { described };
    },
    (error) => {
      outcome = { error };
    },
  );
}

/** What was loaded. @throws whatever went wrong. */
export function endLoading(): object {
  if (outcome === undefined) throw new InternalError('a model that does not come to be loaded');
  if ('error' in outcome) throw outcome.error;
  return outcome.described;
}

export function classifierOf(id: number): Classifier {
  const classifier = classifiers.get(id);
  if (classifier === undefined) throw new InternalError(`no model ${id}`);
  return classifier;
}

export function forget(id: number): void {
  classifiers.delete(id);
}

async function load({ id, file, xmap, bounds, format, details }: LoadRequest): Promise<object> {
  const loaded = await loadModel(toFile(file), {
    fingerprint: false, // Python's business
    ...(xmap === undefined ? {} : { xmap: toFile(xmap) }),
    ...(bounds === undefined ? {} : { bounds: bounds === 'unbounded' ? bounds : { file: toFile(bounds) } }),
    format,
    details,
  });
  const { classifier, note } = prepared(loaded.model);
  classifiers.set(id, classifier);
  return { ...described(classifier, loaded), note };
}

function toFile({ name, offset, size }: GivenFile): Blob {
  return new MemoryFile(bytesAt(offset, size), name) as unknown as Blob;
}

/** What Python must know of a model. */
function described(classifier: Classifier, { format, title, origin }: LoadedModel): object {
  const { classes, features, unit } = classifier;
  const standing = standingNumber(classifier);
  return {
    classes,
    format,
    title,
    origin,
    unit,
    ...(standing === undefined ? {} : { standing: { key: standing.key, cutoff: standing.cutoff } }),
    features: features.map((feature) =>
      feature.kind === 'categorical'
        ? feature
        : // JSON has no Infinity.
          { ...feature, lower: finite(feature.lower), upper: finite(feature.upper) },
    ),
  };
}

function finite(x: number): number | null {
  return Number.isFinite(x) ? x : null;
}
