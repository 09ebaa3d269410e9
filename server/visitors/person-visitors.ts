import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db, Statement } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';
import { forgetDeliveries } from '#server/webhooks/forget-person.ts';
import { eraseVisitor } from './erase-visitor.ts';
import {
  countEventsOf,
  deleteEventsOf,
  type EventRow,
  type ExportedVisitor,
  findEvents,
  findVisitorPage,
  type FoundVisitor,
  type KnownPerson,
  lockVisitorsOf,
  readEvents,
  readVisitorsOfPerson,
  visitorKeysOfPerson,
  weighEvents,
} from './person-visitors.sql.ts';
import { listsOf } from '#server/operation/attach-lists.ts';
import { mapList, type Streamed } from '#server/operation/streamed-reply.ts';
import { eraseSessionsOf } from '#server/conversations/person-sessions.ts';

const VISITORS_PER_STEP = 50;
const PAGE = 500;
/** Erasing a visitor takes about as long as this many rows. */
const ROWS_PER_VISITOR = 20;

interface ErasedVisitors {
  readonly found: readonly FoundVisitor[];
  readonly visitors: number;
  readonly events: number;
  readonly sessions: number;
  readonly webhook_bodies: number;
}

/**
 * Erases the visitor records of a person with their events, sessions and webhook deliveries until the budget is spent.
 * Call inside a transaction, before the customer record is deleted.
 */
export async function eraseVisitorsOf(
  db: Db,
  site: SiteRef,
  person: KnownPerson,
  { budget, ...context }: AuditContext & { readonly budget: RowBudget },
): Promise<ErasedVisitors> {
  const step = { budget, now: context.now };
  let [visitors, events, sessions, webhook_bodies] = [0, 0, 0, 0];
  const found = await lockVisitorsOf(db, site.id, person, VISITORS_PER_STEP);
  for (const { id, visitor_key: key } of found) {
    const erased = await eraseSessionsOf(db, site, { visitorKeys: [key] }, step);
    sessions += erased.sessions;
    webhook_bodies += erased.webhook_bodies;
    if (budget.isSpent) break;
    const gone = await deleteEventsOf(db, site.id, id, budget.left);
    events += gone;
    budget.take(gone);
    if (budget.isSpent) break;
    webhook_bodies += await forgetDeliveries(db, site, { visitorIds: [id] }, step);
    if (budget.isSpent) break;
    await eraseVisitor(db, site, key, context, erased.sessions);
    visitors += 1;
    budget.take(ROWS_PER_VISITOR);
    if (budget.isSpent) break;
  }
  // A full page: there may be more, so end this step.
  if (visitors === VISITORS_PER_STEP) budget.take(budget.left);
  return { found, visitors, events, sessions, webhook_bodies };
}

/** The visitors that `eraseVisitorsOf` would erase, read in pages. */
export async function findVisitorsOf(db: Db, site: SiteRef, person: KnownPerson): Promise<FoundVisitor[]> {
  const found: FoundVisitor[] = [];
  for (let after = 0n; ;) {
    const page = await findVisitorPage(db, site.id, person, { after, limit: PAGE });
    found.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return found;
    after = last.id;
  }
}

export function countVisitorEvents(db: Db, site: SiteRef, visitorIds: readonly bigint[]): Promise<number> {
  return countEventsOf(db, site.id, visitorIds);
}

/** Every visitor record of a person with its events, newest first. */
export async function* readVisitorsOf(
  db: Db,
  { id: siteId }: SiteRef,
  person: KnownPerson,
): AsyncGenerator<readonly Streamed<ExportedVisitor>[]> {
  for await (const rows of readVisitorsOfPerson(db, siteId, person)) {
    const eventsOf = await listsOf(rows, {
      weigh: (ids) => weighEvents(db, siteId, ids),
      findAll: (ids) => findEvents(db, siteId, ids),
      ownerOf: ({ owner_id: id }: EventRow) => id,
      read: (visitor) => readEvents(db, siteId, visitor),
    });
    yield rows.map((row) => {
      const { id: _id, ...visitor } = row;
      return { ...visitor, events: mapList(eventsOf(row), asEvent) };
    });
  }
}

function asEvent({ owner_id: _owner, ...event }: EventRow): Omit<EventRow, 'owner_id'> {
  return event;
}

/** A `select` of the keys of a person's visitors, for queries of other families. */
export function visitorKeysOf(site: SiteRef, person: KnownPerson): Statement {
  return visitorKeysOfPerson(site.id, person);
}
