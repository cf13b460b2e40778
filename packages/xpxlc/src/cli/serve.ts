// `xpxlc serve`: the page and the API, until someone stops it.
import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Classifier, FormatError } from '@xpxlc/core';
import type { ServeOptions } from '../ask/serve.ts';
import { fingerprint, readContent } from '../import/content.ts';
import type { LoadedModel } from '../import/load-model.ts';
import { writeModelFile } from '../schema/write-model-file.ts';
import type { GivenFile, Limits, Listening } from '../server/index.ts';
import { clash, EXIT, UsageError } from './exit.ts';
import { loadClassifier } from './inputs.ts';
import type { Io } from './io.ts';
import type { Called } from './run-command.ts';

/** How long requests may go on after the first Ctrl-C. */
const GRACE_MS = 10_000;

/** Run the command until a signal comes; the exit status. */
export async function serve(
  model: string | undefined,
  data: string | undefined,
  options: ServeOptions,
  io: Io,
  { version }: Called,
): Promise<number> {
  const { apiOnly = false, host } = options;
  checkOptions(model, data, options);
  const server = await import('../server/index.ts');
  const limits = { ...server.DEFAULT_LIMITS, ...limitsOf(options) };
  const loaded = model === undefined ? undefined : await openGivenModel(model, data, options, io);
  if (data !== undefined) await refuseMissing(data);
  let listening: Listening | undefined;
  const app = server.createApp({
    version,
    names: {
      hosts: server.namesFor(host, options.allowedHost ?? []),
      port: () => listening?.port ?? 0,
    },
    limits,
    model: loaded?.about,
    ...(apiOnly
      ? {}
      : {
          page: {
            files: server.readPage(pageFolder()),
            model: loaded?.file,
            ...(data === undefined ? {} : { data: { name: basename(data), path: data } }),
          },
        }),
    report: (error) =>
      void io.stderr.write(`xpxlc: internal error, please report:\n${(error as Error).stack}\n`),
  });
  await app.open();
  const stopped = signalled();
  listening = await server
    .listen(app, { host, port: options.port ?? 0 }, limits.patience)
    .catch(async (error) => {
      await app.close();
      throw portError(error, options);
    });
  tell(listening, server.isLoopback(host), options, io);
  if (options.open === true) openInBrowser(listening.url);
  await stopped;
  await listening.stop(GRACE_MS);
  return EXIT.done;
}

function checkOptions(
  model: string | undefined,
  data: string | undefined,
  { apiOnly, allowedHost = [] }: ServeOptions,
): void {
  if (apiOnly && model === undefined) throw clash('--api-only', 'MODEL');
  if (apiOnly && data !== undefined) throw clash('--api-only', `no DATA ('${data}')`);
  if (!apiOnly && allowedHost.includes('*')) throw clash("--allowed-host '*'", '--api-only');
  for (const path of [model, data])
    if (path === '-')
      throw new UsageError('the model and the table must be files', { place: 'MODEL, DATA', got: "'-'" });
}

function limitsOf(options: ServeOptions): Partial<Limits> & Pick<Limits, 'jobs'> {
  return {
    maxTime: 1000 * options.maxTime,
    maxMemory: options.maxMemory,
    maxRequests: options.maxRequests,
    jobs: options.jobs ?? availableParallelism(),
  };
}

/** The model for the API, and as the page gets it: where options were needed to read it, as a model file that needs none. */
async function openGivenModel(
  path: string,
  data: string | undefined,
  options: ServeOptions,
  io: Io,
): Promise<{
  readonly about: { readonly classifier: Classifier; readonly title?: string; readonly fingerprint: string };
  readonly file: GivenFile;
}> {
  const loaded = await loadClassifier(path, options, io, data === undefined ? [] : [data]);
  const { classifier, title } = loaded;
  const plain = [options.xmap, options.bounds, options.modelOptions].every((option) => option === undefined);
  const { bytes } = await readContent(path);
  const name = basename(path);
  return {
    about: {
      classifier,
      title,
      fingerprint: await fingerprint(bytes),
    },
    file: plain ? { name, path } : { name: `${name}.json`, text: modelText(loaded) },
  };
}

function modelText({ model, origin, title, description, notes }: LoadedModel): string {
  return writeModelFile(model, {
    origin,
    title,
    description,
    notes,
  });
}

async function refuseMissing(path: string): Promise<void> {
  const known = await stat(path).catch(() => undefined);
  if (known?.isFile() !== true)
    throw new FormatError(known === undefined ? 'no such file' : 'not a file', {
      code: 'unreadable',
      place: path,
    });
}

/** Beside the bundled program; from sources, where the build puts it. */
function pageFolder(): string {
  const built = import.meta.url.endsWith('.ts') ? '../../dist/page/' : '../page/';
  return fileURLToPath(new URL(built, import.meta.url));
}

function tell({ url }: Listening, loopback: boolean, { apiOnly }: ServeOptions, io: Io): void {
  io.stdout.write(`${url}\n`);
  io.stderr.write(`xpxlc: ${apiOnly ? 'the API' : 'the page'} is at this address until Ctrl-C\n`);
  if (!loopback)
    io.stderr.write(
      'xpxlc: warning: anyone who can reach this address can ask about the model, and read what was given\n',
    );
}

/** Why there is no server. */
function portError(error: NodeJS.ErrnoException, { host, port }: ServeOptions): unknown {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError('the port is in use', {
        place: '--port',
        expected: 'another one, or no --port for any that is free',
        got: String(port),
      });
    case 'EACCES':
      return new UsageError('not allowed to listen there', {
        place: '--port',
        expected: '1024 or above',
        got: String(port),
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new UsageError('no address of this machine', {
        place: '--host',
        expected: '127.0.0.1, or 0.0.0.0 for all addresses',
        got: `'${host}'`,
      });
    default:
      return error;
  }
}

/** Fulfilled by the first signal; the second one ends the process at once, as usual. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    const on = (): void => {
      for (const signal of signals) process.off(signal, on);
      resolve();
    };
    for (const signal of signals) process.on(signal, on);
  });
}

const OPENERS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Open an address with the program that the system has for it, without a shell that could read it as a command. Where there is no such program, nothing happens: the address has been printed. */
function openInBrowser(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
