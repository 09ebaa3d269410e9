import { sql, type Db, type Statement } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';

const PAGE = 1_000;

/**
 * Erases bodies and responses of all deliveries about a person and cancels pending ones. Includes deliveries whose body
 * has expired, since responses are kept longer. Call it inside a transaction. Returns how many bodies it erased.
 */
export async function forgetDeliveries(
  db: Db,
  site: SiteRef,
  subjects: Partial<DeliverySubjects>,
  { budget, now }: { readonly budget: RowBudget; readonly now: Date },
): Promise<number> {
  let bodies = 0;
  for (const condition of conditionsOf(subjects)) {
    if (budget.isSpent) break;
    const ids = await findDeliveriesAbout(db, site.id, condition, budget.left);
    if (ids.length === 0) continue;
    budget.take(ids.length);
    bodies += await lockDeliveries(db, site.id, ids);
    await clearResponses(db, site.id, ids);
    await clearDeliveries(db, site.id, ids, now);
  }
  return bodies;
}

/** Adds to `bodies` the deliveries whose body `forgetDeliveries` would erase, in pages; changes nothing. */
export async function collectBodies(
  db: Db,
  site: SiteRef,
  subjects: Partial<DeliverySubjects>,
  bodies: Set<bigint>,
): Promise<void> {
  for (const condition of conditionsOf(subjects)) {
    let after = 0n;
    for (;;) {
      const page = await findDeliveryPage(db, site.id, condition, { after, limit: PAGE });
      for (const { id, has_body } of page) if (has_body) bodies.add(id);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) break;
      after = last.id;
    }
  }
}

/** The people whose deliveries to select. */
interface DeliverySubjects {
  readonly ticketIds: readonly bigint[];
  readonly visitorIds: readonly bigint[];
  readonly identityIds: readonly bigint[];
  readonly sessionIds: readonly string[];
  readonly emailKeys: readonly string[];
  readonly phoneKeys: readonly string[];
}

/** One condition per kind of identifier, each with an index of its own. */
function conditionsOf(subjects: Partial<DeliverySubjects>): Statement[] {
  const { ticketIds, visitorIds, identityIds, sessionIds, emailKeys, phoneKeys } = subjects;
  const conditions: Statement[] = [];
  if (isNonEmpty(ticketIds)) conditions.push(sql`d.about_ticket_id = any(${ticketIds}::bigint[])`);
  if (isNonEmpty(visitorIds)) conditions.push(sql`d.about_visitor_id = any(${visitorIds}::bigint[])`);
  if (isNonEmpty(identityIds)) conditions.push(sql`d.about_identity_id = any(${identityIds}::bigint[])`);
  if (isNonEmpty(sessionIds)) conditions.push(sql`d.about_session_id = any(${sessionIds}::text[])`);
  if (isNonEmpty(emailKeys)) conditions.push(sql`d.about_email_key = any(${emailKeys}::text[])`);
  if (isNonEmpty(phoneKeys)) conditions.push(sql`d.about_phone_key = any(${phoneKeys}::text[])`);
  return conditions;
}

function isNonEmpty<Value>(values: readonly Value[] | undefined): values is readonly Value[] {
  return values !== undefined && values.length > 0;
}

async function findDeliveriesAbout(db: Db, siteId: bigint, condition: Statement, limit: number): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    select d.id from webhook_delivery d where d.site_id = ${siteId} and ${condition} limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Ordered by ID, after `after`. */
async function findDeliveryPage(
  db: Db,
  siteId: bigint,
  condition: Statement,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<{ readonly id: bigint; readonly has_body: boolean }[]> {
  return db.query(sql`
    select d.id, d.body is not null as has_body from webhook_delivery d
    where d.site_id = ${siteId} and ${condition} and d.id > ${after} order by d.id limit ${limit}`);
}

/**
 * Locks deliveries until the transaction ends, so that no outcome is stored meanwhile. Returns how many have a body.
 */
async function lockDeliveries(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<number> {
  const rows = await db.query<{ has_body: boolean }>(sql`
    select d.body is not null as has_body from webhook_delivery d
    where d.site_id = ${siteId} and d.id = any(${ids}::bigint[]) order by d.id for update`);
  return rows.filter(({ has_body }) => has_body).length;
}

/** Responses of receivers may contain as much about a person as the bodies. */
async function clearResponses(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<void> {
  await db.query(sql`
    update webhook_attempt set response_excerpt = null
    where site_id = ${siteId} and delivery_id = any(${ids}::bigint[]) and response_excerpt is not null`);
}

/** Cancels pending deliveries with the error code `erased`. */
async function clearDeliveries(db: Db, siteId: bigint, ids: readonly bigint[], now: Date): Promise<void> {
  await db.query(sql`
    update webhook_delivery set body = null, due_utc = null, lease = null, about_ticket_id = null, about_visitor_id = null,
      about_identity_id = null, about_session_id = null, about_email_key = null, about_phone_key = null,
      finished_utc = case when due_utc is null then finished_utc else ${now.toISOString()}::timestamptz end,
      last_error_code = case when due_utc is null then last_error_code else 'erased' end,
      state = case when due_utc is null then state else 'cancelled' end
    where site_id = ${siteId} and id = any(${ids}::bigint[])`);
}
