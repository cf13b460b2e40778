// `serve`: the page in the browser, and an API for programs.
import { MODEL } from './groups.ts';
import { count, FLAG, MEGABYTES, number, SECONDS, text, texts } from './kinds.ts';
import { local, question, type Said } from './option.ts';

export const SERVE = question({
  name: 'serve',
  door: true,
  summary: 'the page in the browser, and an API for programs, on this machine',
  description:
    'Serves the page that explains a model in the browser, and a JSON API (docs/server.md). Nothing leaves this machine. Ctrl-C stops it.',
  arguments: {
    '[model]': 'a model in any format: the page opens it, and the API answers about it',
    '[data]': 'a table for the page: CSV, NDJSON or Parquet',
  },
  options: {
    port: local(
      number('n', 'a port from 0 to 65535', (x) => Number.isInteger(x) && x >= 0 && x <= 65_535),
      'the port (default: any that is free)',
    ),
    host: local(text('address'), 'where to listen', { default: '127.0.0.1' }),
    allowedHost: local(
      texts('name'),
      'a further name by which the server may be called, as behind a proxy (may be repeated)',
    ),
    open: local(FLAG, 'open the page in the browser'),
    apiOnly: local(FLAG, 'without the page, as a service behind a proxy; needs MODEL'),
    maxTime: local(SECONDS, 'computing time of a request, or of a row of a stream', { default: 30 }),
    maxMemory: local(MEGABYTES, 'memory of each worker', { default: 1024 }),
    maxRequests: local(count('n', 1), 'requests at a time; others are told to come back', { default: 64 }),
    jobs: local(count('n', 1), 'workers that answer (default: as many as there are cores)'),
    ...MODEL,
  },
  usual: ['port', 'host', 'allowedHost', 'open', 'apiOnly', 'maxTime', 'jobs'],
  clashes: [{ of: ['apiOnly'], not: ['open'] }],
  examples: [
    'xpxlc serve',
    'xpxlc serve model.json people.csv --open',
    'xpxlc serve --api-only model.json --port 8080',
    'xpxlc serve --api-only model.json --port 8080 --host 0.0.0.0 --allowed-host reasons.example.com',
  ],
});

export type ServeOptions = Said<typeof SERVE.options>;
