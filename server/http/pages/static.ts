import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#server/db/db.ts';
import { transportSecurity } from '#server/http/api-headers.ts';
import type { Log } from '#server/http/log.ts';
import { chooseEncoding, EMBEDDABLE, readPage, readPortalPage, type Page } from './page.ts';
import { pageHeaders, portalHeaders } from './page-headers.ts';
import { sendFailure, sendNotFound } from './plain-answer.ts';
import type { HttpConfig } from '#server/operation/http-config.ts';
import { hasSite } from '#server/site/create-site.ts';

interface Parts {
  readonly config: HttpConfig;
  readonly dist: string;
  readonly database: Database | null;
  readonly log: Log;
}

/**
 * Serves the built dashboard: hashed assets as immutable, the document for every address of a view, 404 for the rest. Logs
 * failures outside the API and responds with 500.
 */
export async function addDashboard(app: FastifyInstance, { config, dist, database, log }: Parts): Promise<void> {
  const { publicUrl, apiOrigins, embedOrigins } = config;
  const dashboardHeaders = pageHeaders({ publicUrl, apiOrigins, frameAncestors: [] });
  const embedHeaders = pageHeaders({ publicUrl, apiOrigins, frameAncestors: embedOrigins });
  const fileHeaders = Object.fromEntries(pairs(transportSecurity(publicUrl)));
  const pages = new PageSource(dist, config, database);
  const embedPage = cacheOnce(() =>
    readPage(dist, 'embed.html', { apiOrigins, embedOrigins, isFirstRun: false, isForwarded: database === null }),
  );
  const customerHeaders = portalHeaders(publicUrl);
  const portalPage = cacheOnce(() => readPortalPage(dist));

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
    const [address = '/'] = (request.raw.url ?? '/').split('?', 1);
    // Programs look for descriptions of a service there, and would take the document for one.
    if (address.startsWith('/.well-known/')) return sendNotFound(reply);
    if (!FREE_TEXT.test(address)) {
      // Documents need their own headers, so they are not served as files.
      if (address.endsWith('.html')) return sendNotFound(reply);
      if (isFile(address)) return reply.sendFile(address.slice(1));
    }
    if (address === '/portal') {
      // A hosted service issues links to its own page.
      const page = database === null ? undefined : await portalPage();
      return page === undefined ? sendNotFound(reply) : sendPage(request, reply, page, customerHeaders);
    }
    if (EMBED.test(address)) {
      if (!EMBEDDABLE.has(address)) return sendNotFound(reply, NOT_EMBEDDABLE);
      const page = await embedPage();
      if (page === undefined) return sendNotFound(reply);
      return sendPage(request, reply, page, embedHeaders);
    }
    const page = await pages.get();
    if (page === undefined) return sendNotFound(reply);
    return sendPage(request, reply, page, dashboardHeaders);
  });
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
  app.setErrorHandler((error, _request, reply) => sendFailure(reply, error, log));
}

const EMBED = /^\/embed(?:\/|$)/i;
const NOT_EMBEDDABLE = `not found: the addresses for frames are ${[...EMBEDDABLE].join(', ')}, and other pages of a view are named in the query`;

/** The last part is an email, a phone, or a key of the website's own: the dots in it are not a file extension. */
const FREE_TEXT = /^\/(?:customers\/(?:by-email|by-phone|visitors)|conversations\/session)\/[^/]+$/;

/** Addresses with a dot in the last part, and everything below assets. */
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

/** Caches the dashboard's document. Checks the database at each request until there is a site, since the document says so. */
class PageSource {
  readonly #database: Database | null;
  readonly #firstRunPage: () => Promise<Page | undefined>;
  readonly #normalPage: () => Promise<Page | undefined>;
  #hasSite: boolean;

  constructor(dist: string, { apiOrigins, embedOrigins }: HttpConfig, database: Database | null) {
    const isForwarded = database === null;
    const read = (isFirstRun: boolean) =>
      cacheOnce(() => readPage(dist, 'index.html', { apiOrigins, embedOrigins, isFirstRun, isForwarded }));
    this.#database = database;
    this.#firstRunPage = read(true);
    this.#normalPage = read(false);
    this.#hasSite = isForwarded;
  }

  /** Undefined if the dashboard has not been built. Rejects if the database is unavailable while there may be no site. */
  async get(): Promise<Page | undefined> {
    if (!this.#hasSite && this.#database !== null) this.#hasSite = await hasSite(this.#database.owner);
    return this.#hasSite ? this.#normalPage() : this.#firstRunPage();
  }
}

/** Caches a page; a failed read or a missing file is tried again at the next request. */
function cacheOnce(read: () => Promise<Page | undefined>): () => Promise<Page | undefined> {
  let reading: Promise<Page | undefined> | null = null;
  return () => {
    reading ??= read().then(
      (page) => {
        if (page === undefined) reading = null;
        return page;
      },
      (error: unknown) => {
        reading = null;
        throw error;
      },
    );
    return reading;
  };
}

function* pairs(flat: readonly string[]): Generator<[string, string]> {
  for (let at = 0; at + 1 < flat.length; at += 2) yield [flat[at] ?? '', flat[at + 1] ?? ''];
}
