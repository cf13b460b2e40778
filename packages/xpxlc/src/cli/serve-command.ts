// How `xpxlc serve` is called.
import { type Command, Option } from 'commander';
import type { Io } from './io.ts';
import { addDebugOption, addModelOptions } from './options.ts';
import { gather, parseCount, parseNumber, parseSeconds } from './parse.ts';

const port = parseNumber('a port from 0 to 65535', (x) => Number.isInteger(x) && x >= 0 && x <= 65_535);
const megabytes = parseNumber('a positive number', (x) => x > 0);

export function addServe(program: Command, io: Io, finish: (status: number) => void): void {
  const command = program
    .command('serve')
    .summary('the page in the browser, and an API for programs, on this machine')
    .description(
      'Serves the page that explains a model in the browser, and a JSON API (docs/server.md). Nothing leaves this machine. Ctrl-C stops it.',
    )
    .argument('[model]', 'a model in any format: the page opens it, and the API answers about it')
    .argument('[data]', 'a table for the page: CSV, NDJSON or Parquet')
    .addOption(new Option('--port <n>', 'the port (default: any that is free)').argParser(port))
    .addOption(new Option('--host <address>', 'where to listen').default('127.0.0.1'))
    .addOption(
      new Option(
        '--allowed-host <name>',
        'a further name by which the server may be called, as behind a proxy (may be repeated)',
      ).argParser(gather),
    )
    .option('--open', 'open the page in the browser')
    .option('--api-only', 'without the page, as a service behind a proxy; needs MODEL')
    .addOption(
      new Option('--max-time <seconds>', 'computing time of a request, or of a row of a stream')
        .argParser(parseSeconds)
        .default(30),
    )
    .addOption(
      new Option('--max-memory <megabytes>', 'memory of each worker').argParser(megabytes).default(1024),
    )
    .addOption(
      new Option('--max-body <megabytes>', 'size of a JSON request').argParser(megabytes).default(16),
    )
    .addOption(
      new Option('--max-rows <n>', 'cases of a JSON request').argParser(parseCount(1)).default(10_000),
    )
    .addOption(
      new Option('--max-requests <n>', 'requests at a time; others are told to come back')
        .argParser(parseCount(1))
        .default(64),
    )
    .addOption(
      new Option('--jobs <n>', 'workers that answer (default: as many as there are cores)').argParser(
        parseCount(1),
      ),
    );
  addModelOptions(command);
  addDebugOption(command).addHelpText(
    'after',
    `
Examples:
  $ xpxlc serve
  $ xpxlc serve model.json people.csv --open
  $ xpxlc serve --api-only model.json --port 8080
  $ xpxlc serve --api-only model.json --port 8080 --host 0.0.0.0 --allowed-host reasons.example.com`,
  );
  command.action(async (model: string | undefined, data: string | undefined, options) => {
    const { serve } = await import('./serve.ts');
    const version = program.version() ?? '';
    finish(await serve(model, data, { ...options, version }, io));
  });
}
