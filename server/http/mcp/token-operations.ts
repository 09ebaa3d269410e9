import * as z from 'zod/mini';
import { parseJson, writeJson } from '#contract/json.ts';
import type { Operation, Reply } from '#contract/operation.ts';
import type { OperationInput, Operations } from '#server/mcp/operations.ts';
import { ApiError, ClientGone } from '#server/operation/api-error.ts';
import type { Exchange } from '../exchange.ts';
import { findOperation } from '../find-operation.ts';
import { reportCall } from '../report-call.ts';
import { runOperation, type Answer } from '../run-operation.ts';
import { CLIENT_CLOSED_REQUEST, toLoggedError } from '../send-failure.ts';
import type { Service } from '../service.ts';
import { LARGE_CHARACTERS, type LargePlace } from '../streams/large-answers.ts';
import type { MessageAllowance } from './message-allowance.ts';

/** Tools ask for a few rows; only the handoffs of one conversation can be more than this. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

/** Runs each operation as the API does, with the request id of the message. */
export class TokenOperations implements Operations {
  readonly now: Date;
  readonly #service: Service;
  readonly #exchange: Exchange;
  readonly #allowance: MessageAllowance;

  constructor(service: Service, exchange: Exchange, allowance: MessageAllowance) {
    this.now = exchange.now;
    this.#service = service;
    this.#exchange = exchange;
    this.#allowance = allowance;
  }

  async run<Row extends Operation>(row: Row, input: OperationInput): Promise<Reply<Row>> {
    const service = this.#service;
    const startedMs = performance.now();
    const exchange: Exchange = { ...this.#exchange, now: service.clock.now(), headers: [], resource: 'other' };
    let status = 200;
    try {
      return z.parse<Row['reply']>(row.reply, await this.#answer(row, input, exchange));
    } catch (error) {
      const failure = error instanceof ClientGone ? error : toLoggedError(service.log, error, exchange.requestId);
      status = failure instanceof ApiError ? failure.status : CLIENT_CLOSED_REQUEST;
      throw failure;
    } finally {
      reportCall(service, exchange, { method: row.method, status, ms: performance.now() - startedMs });
    }
  }

  /** The payload of the answer. */
  async #answer(row: Operation, { query = {}, body = {} }: OperationInput, exchange: Exchange): Promise<unknown> {
    const service = this.#service;
    const token = await this.#allowance.takeNext();
    exchange.token = token;
    const { when } = row;
    const chosen = when === undefined ? {} : { [when.name]: when.value };
    const values = new Map<string, string>();
    for (const [name, value] of Object.entries({ ...query, ...(when?.in === 'query' && chosen) })) {
      if (value !== undefined) values.set(name, String(value));
    }
    const raw = { values, repeated: null, undecodable: null };
    const found = findOperation(service, exchange, token, { method: row.method, name: row.resource, query: raw });
    const json = Buffer.from(writeJson({ ...body, ...(when?.in === 'body' && chosen) }));
    const answer = await runOperation(service, exchange, found, token, raw, async () => json);
    const takePlace = () => service.largeAnswers.take(token.site.id, exchange.response);
    const value = parseJson(await readAnswer(answer, takePlace));
    return row.shape === 'envelope' ? z.parse(envelope, value).data : value;
  }
}

const envelope = z.object({ ok: z.literal(true), data: z.unknown() });

/** The whole text of an answer; a large one is read with a place, as it is when it is sent. @throws ApiError overloaded */
async function readAnswer(answer: Answer, takePlace: () => Promise<LargePlace>): Promise<string> {
  if ('text' in answer) return answer.text;
  if ('csv' in answer) throw new Error('a tool asked for a file');
  const { pieces, progress, beforeEnd } = answer;
  let place: LargePlace | null = null;
  let text = '';
  try {
    for (;;) {
      const piece = await (place === null ? pieces.next() : place.read(() => pieces.next()));
      if (piece.done === true) break;
      text += piece.value;
      if (text.length > MOST_CHARACTERS) throw new ApiError('bad_request', 'There is too much to read it by a tool');
      if (text.length >= LARGE_CHARACTERS) place ??= await takePlace();
    }
    await beforeEnd?.(progress.items, true);
    return text;
  } finally {
    place?.release();
    await pieces.return(undefined);
  }
}
