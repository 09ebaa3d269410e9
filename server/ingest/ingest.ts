import type { ingest as Ingest, IngestKind, IngestResult } from '#contract/ingest.ts';
import type { AiCallContext } from '#server/ai/record-ai-call.ts';
import { getPrices } from '#server/ai/ai-prices.ts';
import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import { DatabaseUnavailable, QueryError } from '#server/db/errors.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { findImportedTicket } from '#server/tickets/known-ticket.ts';
import type { Handler, Site } from '#server/operation/call.ts';
import { isBlockedItem } from './blocked-item.ts';
import { ITEM_STORES } from './item-stores.ts';
import { kindOf, readItem, requireKind } from './read-item.ts';

/**
 * POST ingest: stores each item in order and in a transaction of its own, so that a failed item does not affect the
 * others and locks stay short. See docs/api.md, "Ingest".
 */
export const ingest: Handler<typeof Ingest> = async ({ db, site, body, actor, now, config }) => {
  const results: IngestResult[] = [];
  const context = { actor, now, prices: await getPrices(db, site, config.aiPrices) };
  await auditCall(db, site, body.items, context);
  for (const [index, value] of body.items.entries()) {
    results.push({ index, kind: kindOf(value), ...(await ingestItem(db, site, value, context)) });
  }
  const stored = results.filter(({ outcome }) => outcome === 'stored').length;
  const updated = results.filter(({ outcome }) => outcome === 'updated').length;
  return { total: results.length, stored, updated, failed: results.length - stored - updated, results };
};

/** Records how many items of each kind were sent, before the first is stored, so that none is stored without this line. */
async function auditCall(db: Db, site: Site, items: readonly unknown[], context: AuditContext): Promise<void> {
  const byKind = Map.groupBy(items.map(kindOf), (kind) => kind);
  const changes = [...byKind].flatMap(([kind, { length }]) =>
    kind === null ? [] : [{ field: kind, from: null, to: length }],
  );
  if (changes.length === 0) return;
  await recordAudit(db, site, { action: 'ingest.run', objectType: 'import', objectId: 'ingest', changes }, context);
}

type Outcome = Omit<IngestResult, 'index' | 'kind'>;

/** For a transcript, which has at most 500 messages. */
const RESERVE = { ids: 600 };

/** Validates and stores one item in a transaction of its own; imports use it as well. Throws only on defects. */
export async function ingestItem(db: Db, site: Site, value: unknown, context: AiCallContext): Promise<Outcome> {
  try {
    return await storeItem(db, site, requireKind(value), value, context);
  } catch (error) {
    return outcomeOfError(error);
  }
}

async function storeItem<Kind extends IngestKind>(
  db: Db,
  site: Site,
  kind: Kind,
  value: unknown,
  context: AiCallContext,
): Promise<Outcome> {
  const item = await withTicketId(db, site, readItem(kind, value));
  const itemStore = ITEM_STORES[kind];
  const feature = itemStore.needs?.(item) ?? null;
  if (feature !== null && site.undeployed.includes(feature)) {
    return failed('blocked', 'not_deployed', `The feature ${feature} is not deployed for this site`);
  }
  const identifiers = itemStore.identifiers?.(item);
  const store = async (db: Db): Promise<Outcome> => {
    if (identifiers !== undefined && (await isBlockedItem(db, site, identifiers))) {
      return failed('blocked', 'customer_blocked', 'The customer of this item is blocked');
    }
    const { id, is_new: isNew } = await itemStore.store(db, site, item, context);
    return { outcome: isNew ? 'stored' : 'updated', id, code: null, message: null };
  };
  // 23503: the customer was merged or deleted after it was looked up.
  return retryConflicts(db, store, ['23503'], RESERVE);
}

interface TicketReference {
  readonly external_id?: string | undefined;
  readonly ticket_id?: bigint | null | undefined;
  readonly ticket_external_id?: string | null | undefined;
}

/** Resolves the ticket that the item references by its import ID. @throws ApiError bad_field, not_found */
async function withTicketId<Item extends TicketReference>(db: Db, site: Site, item: Item): Promise<Item> {
  const { ticket_id: given = null, ticket_external_id: externalId = null } = item;
  if (externalId === null) return item;
  if (given !== null) throw new ApiError('bad_field', 'ticket_external_id cannot be given with ticket_id');
  const ticketId = await findImportedTicket(db, site, externalId);
  if (ticketId !== undefined) return { ...item, ticket_id: ticketId };
  throw new ApiError('not_found', 'There is no ticket that was imported with this ticket_external_id');
}

const UNIQUE = '23505';
const RETRYABLE = new Set(['40001', '40P01']);

function outcomeOfError(error: unknown): Outcome {
  if (error instanceof ApiError) return failed('failed', error.code, error.message);
  if (error instanceof QueryError && error.code === UNIQUE) {
    return failed(
      'failed',
      'conflict',
      'Another record has this external_id, or the session already has an open handoff',
    );
  }
  if (error instanceof DatabaseUnavailable || (error instanceof QueryError && RETRYABLE.has(error.code))) {
    return failed('failed', 'overloaded', 'The service was busy; send this item again');
  }
  // Return a failure instead of throwing: earlier items are stored, and the caller has to learn which.
  if (error instanceof QueryError) return failed('failed', 'internal_error', 'Something went wrong on our side');
  throw error;
}

function failed(outcome: 'failed' | 'blocked', code: string, message: string): Outcome {
  return { outcome, id: null, code, message };
}
