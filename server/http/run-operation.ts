import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { MAX_CSV_BYTES } from '#contract/channels.ts';
import { parseJson, writeJson } from '#contract/json.ts';
import type { Operation } from '#contract/operation.ts';
import type { OperationName } from '#contract/operations.ts';
import type { Db } from '#server/db/db.ts';
import type { LiveToken } from '#server/tokens/live-token.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call, CsvReply, Upload } from '#server/operation/call.ts';
import { StreamedReply } from '#server/operation/streamed-reply.ts';
import type { CsvFile } from './csv.ts';
import { RequestActor, type Exchange } from './exchange.ts';
import { FieldErrors } from '#server/operation/field-errors.ts';
import { HANDLERS } from './handlers.ts';
import {
  hashBody,
  readIdempotencyKey,
  runOnce,
  runOnceWithoutTransaction,
  subjectOfReply,
  type KeyedWork,
  type StoreReply,
} from './idempotency.ts';
import type { FoundOperation } from './find-operation.ts';
import { chooseByBody, type ServedOperation } from './operation-table.ts';
import type { RawQuery } from './parse-query.ts';
import { checkContentLength, readBody } from './read-body.ts';
import { readJsonObject } from './read-json.ts';
import type { Service } from './service.ts';
import { envelopePieces, jsonPieces, replyForm, type Progress, type ReplyForm } from './streams/json-pieces.ts';

const JSON_LIMIT = 1_048_576;
/** Parsing a longer body blocks the event loop noticeably, so it runs as `HeavyWork`. */
const LARGE_BODY_BYTES = 65_536;

/** A JSON response that is produced while it is sent. */
export interface StreamedAnswer {
  readonly pieces: AsyncGenerator<string>;
  readonly progress: Progress;
  readonly beforeEnd: StreamedReply<unknown>['beforeEnd'];
}

/** The whole response as text, or a stream. */
export type Answer = { readonly text: string } | CsvFile | StreamedAnswer;

type AnyHandler = (call: Call<Operation>) => Promise<unknown>;
// `HANDLERS` checks the type of each handler; here they share one type.
const RUN = HANDLERS as unknown as Readonly<Record<OperationName, AnyHandler>>;

/**
 * Reads the request, runs the handler and serializes its reply. Checks size (413), then media type (415), then content (400).
 * @param receiveJson gets the JSON body if it is not that of the request
 */
export async function runOperation(
  service: Service,
  exchange: Exchange,
  { rows, served }: FoundOperation,
  token: LiveToken,
  raw: RawQuery,
  receiveJson = receiveBody,
): Promise<Answer> {
  const { row } = served;
  if (row.media === undefined) {
    const bytes = served.body === null ? null : await receiveJson(exchange);
    const query = served.readQuery(raw);
    if (bytes === null) return runHandler(service, exchange, served, token, { query, body: undefined, upload: null });
    const read = () => {
      const chosen = chooseByBody(rows, served, readJsonBody(bytes));
      const body = chosen.served.body === null ? undefined : checkBody(chosen.served.body, chosen.body);
      return { body, chosen: chosen.served };
    };
    const { response } = exchange;
    const isLarge = bytes.length > LARGE_BODY_BYTES;
    const { body, chosen } = isLarge ? await service.heavyWork.run(token.site.id, response, read) : read();
    const run = () => runHandler(service, exchange, chosen, token, { query, body, upload: null });
    const isHeavy = body !== undefined && chosen.traits.isHeavy?.(body) === true;
    return isHeavy ? service.heavyWork.run(token.site.id, response, run) : run();
  }
  checkContentLength(exchange.request, MAX_CSV_BYTES);
  const upload = await service.uploads.receive(exchange, token.site.id, MAX_CSV_BYTES);
  try {
    checkMediaType(exchange.request, row.media);
    const query = served.readQuery(raw);
    if (!upload.isUtf8) throw new ApiError('bad_request', 'The body is not well-formed UTF-8');
    return await runHandler(service, exchange, served, token, { query, body: undefined, upload });
  } finally {
    await upload.remove();
  }
}

interface Input {
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown> | undefined;
  readonly upload: Upload | null;
}

async function runHandler(
  service: Service,
  exchange: Exchange,
  served: ServedOperation,
  token: LiveToken,
  { query, body, upload }: Input,
): Promise<Answer> {
  const { row, name, traits } = served;
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
    storeIdempotentReply: () => Promise.resolve(),
    resolveHost: service.resolveHost,
    query,
    body,
    upload,
  };
  await traits.authorize?.({ ...call, db } as Call<Operation>);
  if (key !== null && body !== undefined) {
    const bodyHashes = hashBody(service.keys, name, body);
    const keyed = { tokenId: token.id, operation: name, key, bodyHashes, now: exchange.now };
    if (traits.waitsForProvider === true) {
      const work = async (store: StoreReply) => {
        const storeIdempotentReply = (db: Db, reply: unknown) =>
          store(db, writeReply(service, served, reply), subjectOfReply(traits, body, reply));
        return writeReply(service, served, await RUN[name]({ ...call, db, storeIdempotentReply } as Call<Operation>));
      };
      return { text: await runOnceWithoutTransaction(db, token.site.id, keyed, service.clock, work) };
    }
    const bind = (db: Db) => ({ ...call, db }) as Call<Operation>;
    return { text: await runOnce(db, token.site.id, keyed, keyedWork(service, served, body, bind), traits.reserve) };
  }
  if (traits.readsUse === true) await service.tokens.flush();
  const reply = await RUN[name]({ ...call, db } as Call<Operation>);
  if (traits.changesTokens === true) service.tokens.forget(token.site.id);
  if (row.csv !== null && isCsvReply(reply)) return { ...row.csv, csv: reply.csv };
  if (reply instanceof StreamedReply) {
    const progress = { items: 0 };
    const pieces = streamReply(service, served, reply, progress);
    return {
      pieces: traits.isOnePerSite === true ? exclusiveExport(service, token.site.id, pieces) : pieces,
      progress,
      beforeEnd: reply.beforeEnd,
    };
  }
  return { text: writeReply(service, served, reply) };
}

function keyedWork(
  service: Service,
  served: ServedOperation,
  body: unknown,
  bind: (db: Db) => Call<Operation>,
): KeyedWork {
  const { name, traits } = served;
  const { secret } = traits;
  return {
    run: async (db) => {
      const reply = await RUN[name](bind(db));
      const answer = writeReply(service, served, reply);
      const stored = secret === undefined ? answer : writeJson(secret.hide(reply));
      return { answer, stored, about: subjectOfReply(traits, body, reply) };
    },
    restore: async (db, stored) =>
      secret === undefined ? stored : writeReply(service, served, await secret.restore(parseJson(stored), bind(db))),
  };
}

/** The bytes of a JSON body. @throws ApiError body_too_large, unsupported_media_type */
export async function receiveBody({ request }: Pick<Exchange, 'request'>): Promise<Uint8Array> {
  checkContentLength(request, JSON_LIMIT);
  // Size is checked before type, and a chunked body shows its size only at its end.
  const bytes = await readBody(request, JSON_LIMIT);
  checkMediaType(request, 'application/json');
  return bytes;
}

function checkMediaType({ headers }: IncomingMessage, wanted: string): void {
  const encoding = headers['content-encoding'];
  const name = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const isKnown = name === undefined || name === wanted;
  const isPlain = encoding === undefined || encoding.toLowerCase() === 'identity';
  if (!isKnown || !isPlain) {
    throw new ApiError('unsupported_media_type', `Send ${wanted} without a content encoding`);
  }
}

/** @throws ApiError bad_request, missing_field, bad_field */
export function parseBody<Schema extends z.ZodMiniObject>(schema: Schema, bytes: Uint8Array): z.output<Schema> {
  return checkBody(schema, readJsonBody(bytes));
}

function readJsonBody(bytes: Uint8Array): Record<string, unknown> {
  return bytes.length === 0 ? {} : readJsonObject(bytes);
}

function checkBody<Schema extends z.ZodMiniObject>(schema: Schema, value: Record<string, unknown>): z.output<Schema> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const errors = new FieldErrors();
  errors.addIssues(parsed.error.issues, '', value);
  throw errors.toError();
}

function writeReply(service: Service, served: ServedOperation, reply: unknown): string {
  const reduced = served.reduceReply === null ? reply : z.parse(served.reduceReply, reply);
  if (service.checksReplies) checkReply(served, reduced);
  return writeJson(served.row.shape === 'envelope' ? { ok: true, data: reduced } : reduced);
}

function streamReply(
  service: Service,
  served: ServedOperation,
  { value }: StreamedReply<unknown>,
  progress: Progress,
): AsyncGenerator<string> {
  const write = served.row.shape === 'envelope' ? envelopePieces : jsonPieces;
  return write(value, replyFormOf(service, served), progress);
}

/** @throws ApiError overloaded, before the first piece */
async function* exclusiveExport(
  service: Service,
  siteId: bigint,
  pieces: AsyncGenerator<string>,
): AsyncGenerator<string> {
  const release = service.largeAnswers.takeExport(siteId);
  try {
    yield* pieces;
  } finally {
    release();
  }
}

function replyFormOf(service: Service, served: ServedOperation): ReplyForm {
  return replyForm(served.reduceReply, service.checksReplies ? served.exactReply : null, (error) =>
    failContractCheck(served, error),
  );
}

function checkReply(served: ServedOperation, reply: unknown): void {
  const parsed = z.safeParse(served.exactReply, reply);
  if (!parsed.success) failContractCheck(served, parsed.error);
}

function failContractCheck({ name }: ServedOperation, error: z.core.$ZodError): never {
  throw new ApiError('internal_error', `${name} broke its promise: ${z.prettifyError(error)}`);
}

function isCsvReply(reply: unknown): reply is CsvReply {
  return typeof reply === 'object' && reply !== null && 'csv' in reply;
}
