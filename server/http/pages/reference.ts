import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { buildOpenapi } from '#server/openapi/build-openapi.ts';
import { referencePage } from '#server/openapi/reference-page.ts';
import type { HttpConfig } from '#server/operation/http-config.ts';
import { pageHeaders } from './page-headers.ts';
import { sendNotFound } from './plain-answer.ts';

const STYLE = path.join(import.meta.dirname, '../../openapi/reference.css');

/** The contract for people at /docs. Extension `openapi`: without the extensions, and over an upstream, 404. */
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

/** Our own contract says nothing of another service that calls are forwarded to. */
function hasReference({ extensions, upstreamBaseUrl }: HttpConfig): boolean {
  return extensions && upstreamBaseUrl === null;
}

/** The contract for programs, written when it is first asked for; null where it is not served. */
export function lazyOpenapi(config: HttpConfig): (() => string) | null {
  if (!hasReference(config)) return null;
  let text: string | null = null;
  return () => (text ??= JSON.stringify(buildOpenapi(`${config.publicUrl}/v1`)));
}
