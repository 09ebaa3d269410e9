import { writeJson } from '#contract/json.ts';
import type { Body, Operation, Reply } from '#contract/operation.ts';
import { bulkUpdateTickets, MAX_BULK_IDS } from '#contract/ticket-bulk.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call, type CallOptions } from '#src/api/call.ts';
import { onCall } from '#src/api/call-log.ts';
import { write } from '#src/api/write.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';

/** The job was paused or stopped before the call was sent: nothing has happened. */
export class Halted extends Error {}

const MAX_TRIES = 3;
const CONCURRENCY = 4;

export interface WaitOptions {
  readonly halt: AbortSignal;
  /** Called when a call begins to wait for its turn, and when it is on its way. */
  readonly onWait?: (isWaiting: boolean) => void;
}

/**
 * One call of a job: waits for its turn, behind what people do by hand, and is tried again while the service is busy.
 * A halt ends the waiting. It never ends a call that is on its way, whose outcome would be unknown then.
 * @throws Halted, or ApiFailure
 */
export async function callWhenAllowed<Row extends Operation>(
  row: Row,
  options: Pick<CallOptions<Row>, 'query' | 'body'>,
  wait: WaitOptions,
): Promise<Reply<Row>> {
  const { halt } = wait;
  const waiting = new AbortController();
  const text = options.body === undefined ? null : writeJson(options.body);
  let isSent = false;
  const stop = onCall((logged) => {
    if (logged.operation !== row.name || logged.priority !== 'background') return;
    // Several changes of single tickets are on their way at once: each knows its own body.
    if (row.name === 'updateTicket' && logged.body !== text) return;
    isSent = logged.end === null;
    wait.onWait?.(!isSent);
  });
  const abort = (): void => {
    if (!isSent) waiting.abort(new Halted('halted'));
  };
  halt.addEventListener('abort', abort);
  wait.onWait?.(true);
  try {
    for (let tries = 1; ; tries += 1) {
      if (halt.aborted) throw new Halted('halted');
      try {
        const sent = { ...options, signal: waiting.signal, priority: 'background' } as const;
        // The lists are fetched anew once, at the end of the job.
        return await (row.method === 'GET' ? call<Row>(row, sent) : write<Row>(row, sent, { refetch: 'none' }));
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.status !== 503 || tries === MAX_TRIES) throw error;
        await sleep((error.retryAfterSeconds ?? tries) * 1_000, halt);
      }
    }
  } finally {
    stop();
    wait.onWait?.(false);
    halt.removeEventListener('abort', abort);
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}

/** Does the work for all, four at a time. The first error ends it, once what is under way is through. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  const errors: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (const item of left) {
      if (errors.length > 0) return;
      try {
        await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  if (errors.length > 0) throw errors[0];
}

export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

export function wirePatch(patch: TicketPatch): Body<typeof bulkUpdateTickets>['patch'] {
  const { status, priority, assignee, addTags = [], removeTags = [], snoozedUntilUtc } = patch;
  return {
    ...(status === undefined ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
    ...(assignee === undefined ? {} : { assignee_agent_id: assignee?.id ?? null }),
    ...(addTags.length === 0 ? {} : { add_tags: [...addTags] }),
    ...(removeTags.length === 0 ? {} : { remove_tags: [...removeTags] }),
    ...(snoozedUntilUtc === undefined ? {} : { snoozed_until_utc: snoozedUntilUtc }),
  };
}

export type DryRunResult = Reply<typeof bulkUpdateTickets>['results'][number];

/** Asks what the patch would do to each ticket, and changes none. */
export async function dryRun(
  set: { readonly ids: readonly bigint[] } | Pick<Body<typeof bulkUpdateTickets>, 'filter'>,
  patch: TicketPatch,
  wait: WaitOptions,
): Promise<DryRunResult[]> {
  const parts = 'ids' in set ? chunksOf(set.ids, MAX_BULK_IDS).map((ids) => ({ ids })) : [set];
  const results: DryRunResult[] = [];
  for (const part of parts) {
    const body = { ...part, patch: wirePatch(patch), dry_run: true };
    results.push(...(await callWhenAllowed(bulkUpdateTickets, { body }, wait)).results);
  }
  return results;
}
