import * as z from 'zod/mini';
import { writeJson } from '#contract/json.ts';
import type { Operation } from '#contract/operation.ts';
import type { OperationName } from '#contract/operations.ts';
import type { Db } from '#server/db/db.ts';
import type { LiveToken } from '#server/tokens/live-token.ts';
import { ApiError } from './api-error.ts';
import type { Call, CsvReply } from './call.ts';
import type { CsvFile } from './csv.ts';
import type { Exchange } from './exchange.ts';
import { FieldErrors } from './field-errors.ts';
import { HANDLERS } from './handlers.ts';
import { hashBody, readIdempotencyKey, runOnce } from './idempotency.ts';
import { runOnceOutside, type KeepAnswer } from './run-once-outside.ts';
import type { ServedOperation } from './operation-table.ts';
import type { RawQuery } from './parse-query.ts';
import { checkAnnouncedLength, readBody } from './read-body.ts';
import { readJsonObject } from './read-json.ts';
import { RequestActor } from './request-actor.ts';
import type { Service } from './service.ts';

const JSON_LIMIT = 1_048_576;
/** Writes after which a token may no longer be what memory says. */
const CHANGES_TOKENS: ReadonlySet<OperationName> = new Set([
  'endSession',
  'issueApiToken',
  'updateApiToken',
  'revokeApiToken',
]);
/** Keyed operations that ask somebody else, so that no transaction may be open while they run. */
const ASKS_OTHERS: ReadonlySet<OperationName> = new Set(['askCopilot']);

/** The whole answer as text, or a file that is still to be written. */
export type Answer = { readonly text: string } | CsvFile;

type AnyHandler = (call: Call<Operation>) => Promise<unknown>;
// The table of handlers is checked row by row where it is made; here they are one kind.
const RUN = HANDLERS as unknown as Readonly<Record<OperationName, AnyHandler>>;

/** Reads what was sent, runs the handler and writes its reply. Size 413, media type 415, then content 400. */
export async function runOperation(
  service: Service,
  exchange: Exchange,
  served: ServedOperation,
  token: LiveToken,
  raw: RawQuery,
): Promise<Answer> {
  const { row, name } = served;
  const bytes = served.body === null ? null : await receiveBody(exchange);
  const query = served.readQuery(raw);
  const body = served.body === null || bytes === null ? undefined : parseBody(served.body, bytes);
  const key = row.keyed ? readIdempotencyKey(exchange.request.headers['idempotency-key']) : null;
  const db = service.database.forSite(token.site.id);
  const call = {
    site: token.site,
    token,
    actor: new RequestActor(exchange, token),
    now: exchange.now,
    extensions: service.config.extensions,
    config: service.config,
    keys: service.keys,
    aiProvider: service.aiProvider,
    monotonicMs: service.monotonicMs,
    keepAnswer: () => Promise.resolve(),
    query,
    body,
  };
  if (key !== null && body !== undefined) {
    const bodyHash = hashBody(service.secret, name, body);
    const keyed = { tokenId: token.id, operation: name, key, bodyHash, now: exchange.now };
    if (ASKS_OTHERS.has(name)) {
      const ask = async (keep: KeepAnswer) => {
        const keepAnswer = (db: Db, reply: unknown) => keep(db, writeReply(service, served, reply));
        return writeReply(service, served, await RUN[name]({ ...call, db, keepAnswer } as Call<Operation>));
      };
      return { text: await runOnceOutside(db, token.site.id, keyed, service.clock, ask) };
    }
    const work = async (db: Db) => writeReply(service, served, await RUN[name]({ ...call, db } as Call<Operation>));
    return { text: await runOnce(db, token.site.id, keyed, work) };
  }
  const reply = await RUN[name]({ ...call, db } as Call<Operation>);
  if (CHANGES_TOKENS.has(name)) service.tokens.forget();
  if (row.csv !== null && isCsvReply(reply)) return { ...row.csv, csv: reply.csv };
  return { text: writeReply(service, served, reply) };
}

async function receiveBody(exchange: Exchange): Promise<Uint8Array> {
  const { request } = exchange;
  checkAnnouncedLength(request, JSON_LIMIT);
  // A body whose length is told only by its end has to be read before the type may be judged: size comes first.
  const bytes = await readBody(request, JSON_LIMIT);
  checkMediaType(request.headers['content-type'], request.headers['content-encoding']);
  return bytes;
}

function checkMediaType(type: string | undefined, encoding: string | undefined): void {
  const name = type?.split(';', 1)[0]?.trim().toLowerCase();
  const isKnown = name === undefined || name === 'application/json';
  const isPlain = encoding === undefined || encoding.toLowerCase() === 'identity';
  if (!isKnown || !isPlain) {
    throw new ApiError('unsupported_media_type', 'Send application/json without a content encoding');
  }
}

function parseBody(schema: z.ZodMiniObject, bytes: Uint8Array): Record<string, unknown> {
  const value = bytes.length === 0 ? {} : readJsonObject(bytes);
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const errors = new FieldErrors();
  errors.addIssues(parsed.error.issues, '', value);
  throw errors.toError();
}

function writeReply(service: Service, served: ServedOperation, reply: unknown): string {
  const kept = served.reduceReply === null ? reply : z.parse(served.reduceReply, reply);
  if (service.checksReplies) checkReply(served, kept);
  return writeJson(served.row.shape === 'envelope' ? { ok: true, data: kept } : kept);
}

function checkReply(served: ServedOperation, reply: unknown): void {
  const parsed = z.safeParse(served.exactReply, reply);
  if (parsed.success) return;
  throw new ApiError('internal_error', `${served.name} broke its promise: ${z.prettifyError(parsed.error)}`);
}

function isCsvReply(reply: unknown): reply is CsvReply {
  return typeof reply === 'object' && reply !== null && 'csv' in reply;
}
