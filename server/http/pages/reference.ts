import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { docsPage, searchPage } from '#server/docs-page/docs-page.ts';
import { docsQuery } from '#server/docs-page/search.ts';
import { splitQuery } from '#server/http/parse-query.ts';
import { buildOpenapi } from '#server/openapi/build-openapi.ts';
import type { HttpConfig } from '#server/operation/http-config.ts';
import { chooseEncoding, compress, type Page } from './page.ts';
import { docsHeaders } from './page-headers.ts';
import { sendNotFound } from './plain-answer.ts';

const STYLE = path.join(import.meta.dirname, '../../docs-page/docs.css');

/** The page is made while its first reader waits. */
const BROTLI_QUALITY = 9;

/**
 * Serves the documentation of the API at /docs, and its search at /docs?q=. Part of the extension `openapi`: 404 without
 * extensions and with an upstream.
 */
export function addReference(app: FastifyInstance, config: HttpConfig): void {
  const isServed = hasReference(config);
  const headers = docsHeaders(config.publicUrl);
  let page: Promise<Page> | null = null;
  app.get('/docs', async (request, reply): Promise<FastifyReply> => {
    if (!isServed) return sendNotFound(reply);
    const { values, repeated, undecodable } = splitQuery(request.raw.url ?? '');
    if (repeated?.has('q') === true || undecodable?.has('q') === true) return sendProblem(reply, headers);
    const parsed = z.safeParse(docsQuery, Object.fromEntries(values));
    if (!parsed.success) return sendProblem(reply, headers);
    if (parsed.data.q.trim() !== '') return reply.headers(headers).send(searchPage(parsed.data.q.trim(), null));
    page ??= compress(docsPage(`${config.publicUrl}/v1`), BROTLI_QUALITY);
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    reply.headers(headers).header('Vary', 'Accept-Encoding');
    if (encoding !== 'plain') reply.header('Content-Encoding', encoding);
    return reply.send((await page)[encoding]);
  });
  app.get('/docs.css', async (_request, reply): Promise<FastifyReply> => {
    if (!isServed) return sendNotFound(reply);
    const style = await readFile(STYLE, 'utf8');
    return reply.headers({ ...headers, 'Content-Type': 'text/css; charset=utf-8' }).send(style);
  });
}

function sendProblem(reply: FastifyReply, headers: Readonly<Record<string, string>>): FastifyReply {
  return reply.code(400).headers(headers).send(searchPage('', 'Search for one text of at most 100 characters.'));
}

/** Calls that are forwarded go to another service, which our contract does not describe. */
function hasReference({ extensions, upstreamBaseUrl }: HttpConfig): boolean {
  return extensions && upstreamBaseUrl === null;
}

/** The OpenAPI document, built at its first request; null if it is not served. */
export function lazyOpenapi(config: HttpConfig): (() => string) | null {
  if (!hasReference(config)) return null;
  let text: string | null = null;
  return () => (text ??= JSON.stringify(buildOpenapi(`${config.publicUrl}/v1`)));
}
