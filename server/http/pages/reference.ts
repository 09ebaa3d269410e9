import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { buildOpenapi } from '#server/openapi/build-openapi.ts';
import { referencePage } from '#server/openapi/reference-page.ts';
import type { HttpConfig } from '#server/operation/http-config.ts';
import { pageHeaders } from './page-headers.ts';
import { sendNotFound } from './plain-answer.ts';

const STYLE = path.join(import.meta.dirname, '../../openapi/reference.css');

/** Serves the API reference at /docs. Part of the extension `openapi`: 404 without extensions and with an upstream. */
export function addReference(app: FastifyInstance, config: HttpConfig): void {
  const isServed = hasReference(config);
  const headers = pageHeaders({ publicUrl: config.publicUrl, apiOrigins: [], frameAncestors: [] });
  let page: string | null = null;
  app.get('/docs', (_request, reply) => {
    if (!isServed) return sendNotFound(reply);
    page ??= referencePage(`${config.publicUrl}/v1`);
    return reply.headers(headers).send(page);
  });
  app.get('/docs.css', async (_request, reply): Promise<FastifyReply> => {
    if (!isServed) return sendNotFound(reply);
    const style = await readFile(STYLE, 'utf8');
    return reply.headers({ ...headers, 'Content-Type': 'text/css; charset=utf-8' }).send(style);
  });
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
