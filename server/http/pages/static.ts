import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#server/db/db.ts';
import { hasSite } from '#server/site/has-site.ts';
import { transportSecurity } from './api-headers.ts';
import { chooseEncoding, readPage, readPortalPage, type Page } from './page.ts';
import { EMBEDDABLE, pageHeaders, portalHeaders } from './page-headers.ts';
import type { HttpConfig } from './http-config.ts';

interface Parts {
  readonly config: HttpConfig;
  readonly dist: string;
  readonly database: Database | null;
}

/** The built dashboard: hashed assets for ever, the document for every address of a view, and 404 for the rest. */
export async function addDashboard(app: FastifyInstance, { config, dist, database }: Parts): Promise<void> {
  const { publicUrl, apiOrigins, embedOrigins } = config;
  const closed = pageHeaders({ publicUrl, apiOrigins, frameAncestors: [] });
  const framed = pageHeaders({ publicUrl, apiOrigins, frameAncestors: embedOrigins });
  const fileHeaders = Object.fromEntries(pairs(transportSecurity(publicUrl)));
  const pages = new PageSource(dist, apiOrigins, database);
  const forCustomers = portalHeaders(publicUrl);
  let portal: Promise<Page | undefined> | null = null;

  await app.register(fastifyStatic, {
    root: path.resolve(dist),
    serve: false,
    preCompressed: true,
    suppressWarning: true,
    cacheControl: false,
    dotfiles: 'ignore',
    index: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.headers({
        'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Referrer-Policy': 'no-referrer',
        ...fileHeaders,
      });
    },
  });

  app.get('/*', async (request, reply) => {
    const address = request.raw.url?.split('?', 1)[0] ?? '/';
    // Documents have headers of their own, which a file has not.
    if (address.endsWith('.html')) return sendNotFound(reply);
    if (isFile(address)) return reply.sendFile(address.slice(1));
    if (address === '/portal') {
      // A hosted service gives out links of its own.
      const page = database === null ? undefined : await (portal ??= readPortalPage(dist));
      return page === undefined ? sendNotFound(reply) : sendPage(request, reply, page, forCustomers);
    }
    const page = await pages.get();
    if (page === undefined) return sendNotFound(reply);
    return sendPage(request, reply, page, EMBEDDABLE.has(address) ? framed : closed);
  });
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
  app.setErrorHandler((_error, _request, reply) => sendNotFound(reply));
}

/** An address whose last part has a dot names a file, and so does everything below assets. */
function isFile(address: string): boolean {
  return address.startsWith('/assets/') || address.slice(address.lastIndexOf('/')).includes('.');
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  reply.headers(headers).header('Vary', 'Accept-Encoding');
  if (encoding !== 'plain') reply.header('Content-Encoding', encoding);
  return reply.send(page[encoding]);
}

/** The address names nothing: plain text, never the document of the dashboard. */
export function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .headers({
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
    })
    .send('not found\n');
}

/** Read once; until there is a site the document says so, and the database is asked each time. */
class PageSource {
  private readonly dist: string;
  private readonly apiOrigins: readonly string[];
  private readonly database: Database | null;
  private readonly ready: { first: Promise<Page | undefined> | null; usual: Promise<Page | undefined> | null } = {
    first: null,
    usual: null,
  };
  private isSettled: boolean;

  constructor(dist: string, apiOrigins: readonly string[], database: Database | null) {
    this.dist = dist;
    this.apiOrigins = apiOrigins;
    this.database = database;
    this.isSettled = database === null;
  }

  async get(): Promise<Page | undefined> {
    if (!this.isSettled && this.database !== null) {
      // Without an answer the page is served all the same: it shows what the API then says.
      this.isSettled = await hasSite(this.database.owner).catch(() => true);
    }
    const kind = this.isSettled ? 'usual' : 'first';
    return (this.ready[kind] ??= readPage(this.dist, {
      apiOrigins: this.apiOrigins,
      isFirstRun: !this.isSettled,
      isForwarded: this.database === null,
    }));
  }
}

function* pairs(flat: readonly string[]): Generator<[string, string]> {
  for (let at = 0; at + 1 < flat.length; at += 2) yield [flat[at] ?? '', flat[at + 1] ?? ''];
}
