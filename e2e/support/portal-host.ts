import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import * as z from 'zod/mini';
import { ROOT } from '#tools/setup/run-command.ts';

const EXAMPLES = join(ROOT, 'docs', 'examples');
/** The service, as the examples name it. */
const EXAMPLE_SERVICE = 'https://support.example';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};
const Asked = z.object({ reason: z.string(), edit: z.optional(z.boolean()) });

/** A portal of one test: the page, its scripts, and the backend that gives it tokens. */
export interface Portal {
  /** Replaces `https://support.example` in each file. */
  readonly serviceUrl: string;
  /** Answer of the portal's backend to `POST support-session`; 500 if it throws or is absent. */
  readonly token?: (reason: string, edit: boolean) => string | Promise<string>;
  /** Files by their names, beside those of docs/examples or in their place. */
  readonly files?: Readonly<Record<string, string>>;
  /** Beside the strict policy, or in its place. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves portals at `http://localhost`, which is another site than the service at `http://127.0.0.1`. */
export interface PortalHost {
  readonly origin: string;
  /** The same pages on an origin of the service's own site, where a frame has storage. */
  readonly nearOrigin: string;
  /** The address of a portal, with a slash at the end: its files are below it. */
  add(portal: Portal): string;
  close(): Promise<void>;
}

/** Exactly the CSP that the documentation asks of a host (docs/embedding.md). */
function strictPolicy(serviceUrl: string): string {
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src ${serviceUrl}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
}

/** Starts a server for pages that embed ours. */
export async function startPortalHost(): Promise<PortalHost> {
  const portals: Portal[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/favicon.ico') return void response.writeHead(204).end();
    const [, index = '', name = ''] = pathname.split('/');
    const portal = index === '' ? undefined : portals[Number(index)];
    if (portal === undefined) return void response.writeHead(404).end();
    if (name === 'support-session') return giveToken(portal, request, response);
    const text = portal.files?.[name] ?? (await readFile(join(EXAMPLES, name), 'utf8').catch(() => null));
    if (text === null) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': TYPES[extname(name)] ?? 'text/plain; charset=utf-8',
      'content-security-policy': strictPolicy(portal.serviceUrl),
      ...portal.headers,
    });
    response.end(text.replaceAll(EXAMPLE_SERVICE, portal.serviceUrl));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  return {
    origin,
    nearOrigin: `http://127.0.0.1:${port}`,
    add: (portal) => `${origin}/${portals.push(portal) - 1}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function giveToken(portal: Portal, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { reason, edit = false } = Asked.parse(JSON.parse(Buffer.concat(chunks).toString()));
  if (portal.token === undefined) throw new Error('This portal has no tokens');
  const token = await portal.token(reason, edit);
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ token }));
}
