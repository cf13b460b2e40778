// The app behind a port: connections, and how they end.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { RequestError } from '../ask/request-error.ts';
import { errorResponse } from './api.ts';
import type { App } from './app.ts';

/** Where to listen. */
export interface Place {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** The address to open. */
  readonly url: string;
  /** Take no more requests; those under way may end within so many milliseconds. */
  stop(grace: number): Promise<void>;
}

/**
 * Listen.
 *
 * @param patience - milliseconds for the headers of a request; bodies are the app's concern.
 * @throws the error of Node, e.g. with code `EADDRINUSE`.
 */
export async function listen(app: App, { host, port }: Place, patience: number): Promise<Listening> {
  const server = createServer(
    { requestTimeout: 0, headersTimeout: patience, keepAliveTimeout: 10_000 },
    getRequestListener((request, connection) => app.fetch(request, connection), {
      // What is no request at all, such as a path that is none.
      errorHandler: () => errorResponse(new RequestError(400, 'bad-request', 'not a request')),
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: `http://${nameOf(host)}:${address.port}/`,
    stop: (grace) => stop(server, app, grace),
  };
}

async function stop(server: Server, app: App, grace: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that has become idle is of no use any more.
  server.on('request', (_, response) => response.setHeader('connection', 'close'));
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const timer = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(sweep);
  clearTimeout(timer);
  await app.close();
}

/** As an address of a page says it. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
