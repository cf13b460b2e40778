// Who may ask? A page from elsewhere must not, even when its name has been made to point to this machine (DNS rebinding): the Host and
// Origin of every request must be names of this server. And what answers may be used for, by the headers they carry.
import type { MiddlewareHandler } from 'hono';
import { RequestError } from '../ask/request-error.ts';

/** How this server may be called. */
export interface Names {
  /** Names or addresses, without brackets; with a port (`name:8443`) that only. `*` for any. */
  readonly hosts: readonly string[];
  /** The port it listens on. */
  readonly port: () => number;
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/** The names of a server that listens there. */
export function namesFor(host: string, allowed: readonly string[]): readonly string[] {
  const own = isAny(host) ? LOOPBACK : isLoopback(host) ? [...LOOPBACK, host] : [host];
  return [...new Set([...own, ...allowed].map((name) => name.toLowerCase()))];
}

export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host.toLowerCase()) || /^127\./.test(host);
}

/** All addresses of the machine. */
function isAny(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** A name, and the port where one is said. */
interface Authority {
  readonly name: string;
  readonly port: number | undefined;
}

/** `name`, `name:port`, `[address]:port`; undefined for anything else. */
export function readAuthority(text: string): Authority | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::(\d{1,5}))?$/i.exec(text);
  if (found === null) return undefined;
  return {
    name: (found[1] ?? found[2]).toLowerCase(),
    port: found[3] === undefined ? undefined : Number(found[3]),
  };
}

/** Whether a name is one of this server. @param usual - the port where none is said. */
function isOurs(text: string, { hosts, port }: Names, usual: number): boolean {
  const said = readAuthority(text);
  if (said === undefined) return false;
  return hosts.some((host) => {
    const known = /:.*:/.test(host) ? { name: host, port: undefined } : readAuthority(host);
    if (known?.name !== said.name) return false;
    if (known.port !== undefined) return known.port === (said.port ?? usual);
    // Names of loopback are everyone's: only with our port. Behind a proxy the port is the proxy's.
    return !isLoopback(said.name) || (said.port ?? usual) === port();
  });
}

/** Refuse requests that were meant for someone else, or come from a page of someone else. */
export function guard(names: Names): MiddlewareHandler {
  const any = names.hosts.includes('*');
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    if (!any && !isOurs(host, names, 80))
      throw new RequestError(403, 'wrong-host', 'not a name of this server', {
        place: 'Host',
        expected: 'an address of this server, or a name of --allowed-host',
        got: `'${host.slice(0, 100)}'`,
      });
    const origin = context.req.header('origin');
    if (origin !== undefined && !isOwnOrigin(origin, host, names, any))
      throw new RequestError(403, 'wrong-origin', 'a page from elsewhere', {
        place: 'Origin',
        expected: 'the page of this server',
        got: `'${origin.slice(0, 100)}'`,
      });
    await next();
  };
}

/** Where any name will do, the page must at least be of the name that was asked. */
function isOwnOrigin(origin: string, host: string, names: Names, any: boolean): boolean {
  const found = /^(https?):\/\/(.*)$/i.exec(origin);
  if (found === null) return false;
  if (any) return found[2].toLowerCase() === host.toLowerCase();
  return isOurs(found[2], names, found[1].toLowerCase() === 'https' ? 443 : 80);
}

/** What the page may do: run its own script and worker, and ask this server. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  'worker-src blob:',
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** On every answer. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
