import type { listHandoffs as ListHandoffs } from '#contract/conversations.ts';
import type { IngestItem } from '#contract/ingest.ts';
import { utcDate } from '#server/ai/utc-periods.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, SiteRef } from '#server/operation/call.ts';
import { checkPast } from '#server/operation/field-errors.ts';
import { hasAgent } from '#server/tickets/agents.ts';
import { checkTicket } from '#server/tickets/known-ticket.ts';
import { recordEvent } from '#server/webhooks/record-event.ts';
import { totalCount } from '#server/operation/total-count.ts';
import {
  countHandoffs,
  findHandoffs,
  lockHandoffs,
  insertHandoff,
  markHandedOff,
  updateHandoff,
  type HandoffState,
  type LockedHandoff,
} from './handoffs.sql.ts';
import { upsertSession } from './session-write.sql.ts';
import type { StoredRecord } from './stored-record.ts';

/**
 * Creates or updates a handoff. A session has one open handoff: a repeated report updates it and keeps its status if
 * none is given. Creates an unknown session. Call it inside a transaction. See docs/api.md, "Handoffs" and "Ingest".
 * @throws ApiError bad_field, not_found, conflict
 */
export async function recordHandoff(
  db: Db,
  site: SiteRef,
  item: IngestItem<'handoff'>,
  context: AuditContext,
): Promise<StoredRecord> {
  checkPast('created_utc', item.created_utc, context.now);
  await checkTicket(db, site, item.ticket_id);
  const agentId = await readAgent(db, site, item);
  const { session_id: sessionId, external_id: externalId = null, ticket_id: ticketId = null } = item;
  const at = item.created_utc ?? context.now.toISOString();
  const unknown = { channel: null, visitorKey: null, customerIdentityId: null, endedUtc: undefined };
  await upsertSession(db, site.id, { ...unknown, sessionId, ticketId, startedUtc: at });
  const locked = findExisting(await lockHandoffs(db, site.id, { sessionId, externalId }), item);
  const state = nextState(item, { locked, agentId, at });
  const id = locked?.id ?? (await insertHandoff(db, site.id, { ...state, sessionId, createdUtc: at }));
  if (locked !== null) await updateHandoff(db, site.id, id, state);
  const channel = await markHandedOff(db, site.id, sessionId);

  const data = { id, session_id: sessionId, status: state.status, channel, ticket_id: state.ticketId };
  if (locked === null) await recordEvent(db, site, { type: 'handoff.created', data }, context);
  if (state.status === 'resolved' && locked?.status !== 'resolved') {
    await recordEvent(db, site, { type: 'handoff.resolved', data }, context);
  }
  return { id, is_new: locked === null };
}

async function readAgent(db: Db, site: SiteRef, item: IngestItem<'handoff'>): Promise<bigint | null> {
  const { taken_by_agent_id: text, status } = item;
  if (text === undefined || text === null) return null;
  if (status !== 'taken' && status !== 'resolved') {
    throw new ApiError('bad_field', 'taken_by_agent_id needs the status taken or resolved');
  }
  if (await hasAgent(db, site, BigInt(text))) return BigInt(text);
  throw new ApiError('bad_field', 'taken_by_agent_id must be an agent of this site');
}

/** The existing handoff that the item updates; null for a new one. */
function findExisting(found: readonly LockedHandoff[], item: IngestItem<'handoff'>): LockedHandoff | null {
  const { external_id: externalId, session_id: sessionId, status = 'waiting' } = item;
  const named = found.find((row) => externalId !== undefined && row.external_id === externalId);
  if (named !== undefined) {
    if (named.session_id !== sessionId)
      throw new ApiError('conflict', 'A handoff of another session has this external_id');
    return named;
  }
  const open = found[0] ?? null;
  // A finished handoff with an external ID of its own is a different one that was reported late.
  const isFinished = status === 'resolved' || status === 'abandoned';
  return isFinished && externalId !== undefined && (open?.external_id ?? null) !== null ? null : open;
}

interface Update {
  readonly locked: LockedHandoff | null;
  readonly agentId: bigint | null;
  readonly at: string;
}

function nextState(item: IngestItem<'handoff'>, { locked, agentId, at }: Update): HandoffState {
  const status = item.status ?? locked?.status ?? 'waiting';
  // Timestamps in one format compare as text. A handoff cannot be taken before it was created.
  const moved = locked !== null && locked.created_utc > at ? locked.created_utc : at;
  const isTaken = status === 'taken';
  const isWaiting = status === 'waiting';
  return {
    reason: item.reason,
    status,
    ticketId: item.ticket_id ?? locked?.ticket_id ?? null,
    takenBy: isWaiting ? null : (agentId ?? locked?.taken_by_agent_id ?? null),
    externalId: locked?.external_id ?? item.external_id ?? null,
    takenUtc: isWaiting ? null : (locked?.taken_utc ?? (isTaken ? moved : null)),
    resolvedUtc: status === 'resolved' ? (locked?.resolved_utc ?? moved) : null,
  };
}

/** GET handoffs, newest first. See docs/api.md, "Handoffs". */
export const listHandoffs: Handler<typeof ListHandoffs> = async ({ db, site, query }) => {
  const { limit, skip, ...selection } = query;
  const items = await findHandoffs(db, site.id, selection, { limit, skip });
  return { items, total_count: await totalCount(items, query, () => countHandoffs(db, site.id, selection)) };
};

/** As many days as the page of handoffs shows. */
const WAITING_DAYS = 30;

/** Handoffs of the last 30 UTC days that no one has taken yet. */
export function countWaitingHandoffs(db: Db, site: SiteRef, now: Date): Promise<number> {
  const since = `${utcDate(now, 1 - WAITING_DAYS)}T00:00:00.000Z`;
  return countHandoffs(db, site.id, { status: 'waiting', since });
}
