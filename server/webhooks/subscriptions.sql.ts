import type { SubscriptionRecord } from '#contract/webhooks.ts';
import { EMPTY, sql, type Db, type Statement } from '#server/db/db.ts';
import type { SecretColumns } from './webhook-secret.ts';

const DAY_MS = 86_400_000;
/** The p95 of a day uses at most this many deliveries, the newest. */
const MAX_TIMED = 1_000;

/** @param now Hides overlaps that have ended by then. */
export async function findSubscriptions(
  db: Db,
  siteId: bigint,
  page: { readonly id?: bigint | undefined; readonly limit: number; readonly skip: number },
  now: Date,
): Promise<SubscriptionRecord[]> {
  return db.query<SubscriptionRecord>(sql`
    select ${columns(siteId, now)} from (
      select * from webhook_subscription s where s.site_id = ${siteId}${withId(page.id)}
      order by s.created_utc desc, s.id desc limit ${page.limit} offset ${page.skip}
    ) s order by s.created_utc desc, s.id desc`);
}

export async function getSubscription(
  db: Db,
  siteId: bigint,
  id: bigint,
  now: Date,
): Promise<SubscriptionRecord | undefined> {
  const [row] = await findSubscriptions(db, siteId, { id, limit: 1, skip: 0 }, now);
  return row;
}

function withId(id: bigint | undefined): Statement {
  return id === undefined ? EMPTY : sql` and s.id = ${id}`;
}

function columns(siteId: bigint, now: Date): Statement {
  const at = now.toISOString();
  const dayAgo = new Date(now.getTime() - DAY_MS).toISOString();
  return sql`s.id, s.url, s.description, s.events, s.include_pii, s.state, s.disabled_reason, s.disabled_utc,
    case when s.overlap_until_utc > ${at}::timestamptz then s.overlap_until_utc end as overlap_until_utc,
    (select count(*)::integer from webhook_delivery d
      where d.site_id = ${siteId} and d.subscription_id = s.id and d.due_utc is not null) as pending,
    (select count(*)::integer from webhook_delivery d where d.site_id = ${siteId} and d.subscription_id = s.id
      and d.last_failed_utc > ${dayAgo}::timestamptz) as failed_24h,
    (select count(*)::integer from webhook_delivery d where d.site_id = ${siteId} and d.subscription_id = s.id
      and d.state = 'succeeded' and d.finished_utc > ${dayAgo}::timestamptz) as delivered_24h,
    (select round(percentile_cont(0.95) within group (order by a.duration_ms))::integer
      from (select d.id, d.attempt_count from webhook_delivery d where d.site_id = ${siteId} and d.subscription_id = s.id
          and d.state = 'succeeded' and d.finished_utc > ${dayAgo}::timestamptz
        order by d.finished_utc desc, d.id limit ${MAX_TIMED}) d
      join webhook_attempt a on a.site_id = ${siteId} and a.delivery_id = d.id and a.attempt = d.attempt_count) as p95_ms_24h,
    (select max(d.last_failed_utc) from webhook_delivery d where d.site_id = ${siteId} and d.subscription_id = s.id
      and d.last_failed_utc is not null) as last_failure_utc,
    (select case when min(d.due_utc) is not null then greatest(min(d.due_utc), s.probe_utc) end from webhook_delivery d where d.site_id = ${siteId}
      and d.subscription_id = s.id and d.due_utc is not null and d.state = 'pending'
      and (s.state = 'active' or (s.state = 'paused' and d.is_test))) as next_attempt_utc,
    s.last_delivery_utc, s.created_utc, s.updated_utc`;
}

export async function countSubscriptions(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from webhook_subscription s where s.site_id = ${siteId}`);
  return row?.count ?? 0;
}

/** Serializes creation and deletion on a site, so that the maximum holds and the row of `site_due` matches. */
export async function lockSubscriptions(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${siteId}`}::text, 0))`);
}

export interface SubscriptionState {
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
  readonly includePii: boolean;
  readonly state: 'active' | 'paused' | 'disabled';
}

export async function insertSubscription(
  db: Db,
  siteId: bigint,
  row: SubscriptionState & { readonly keyId: string; readonly nonce: string },
  now: Date,
): Promise<bigint> {
  const at = now.toISOString();
  const id = await db.takeIds(siteId, 1);
  await db.query(sql`
    insert into webhook_subscription (site_id, id, url, description, events, include_pii, state, key_id, nonce, created_utc,
      updated_utc)
    values (${siteId}, ${id}, ${row.url}, ${row.description}, ${row.events}::text[], ${row.includePii},
      ${row.state}, ${row.keyId}, ${row.nonce}, ${at}, ${at})`);
  return id;
}

export interface LockedSubscription extends SecretColumns {
  readonly id: bigint;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
  readonly include_pii: boolean;
  readonly state: 'active' | 'paused' | 'disabled';
}

/** Locks a subscription until the transaction ends. */
export async function lockSubscription(db: Db, siteId: bigint, id: bigint): Promise<LockedSubscription | undefined> {
  const [row] = await db.query<LockedSubscription>(sql`
    select s.id, s.url, s.description, s.events, s.include_pii, s.state, s.key_id, s.nonce, s.old_key_id, s.old_nonce,
      s.overlap_until_utc
    from webhook_subscription s where s.site_id = ${siteId} and s.id = ${id} for no key update`);
  return row;
}

/** A new URL or enabling resets the record of failures. */
export async function updateSubscriptionRow(
  db: Db,
  siteId: bigint,
  id: bigint,
  { resetsFailures, ...row }: SubscriptionState & { readonly resetsFailures: boolean },
  now: Date,
): Promise<void> {
  await db.query(sql`
    update webhook_subscription set url = ${row.url}, description = ${row.description}, events = ${row.events}::text[],
      include_pii = ${row.includePii}, state = ${row.state}, updated_utc = ${now.toISOString()}::timestamptz,
      disabled_reason = case when ${row.state} = 'disabled' then disabled_reason end,
      disabled_utc = case when ${row.state} = 'disabled' then disabled_utc end,
      failures_in_row = case when ${resetsFailures} then 0 else failures_in_row end,
      failing_since_utc = case when ${resetsFailures} then null else failing_since_utc end,
      probe_utc = case when ${resetsFailures} then null else probe_utc end
    where site_id = ${siteId} and id = ${id}`);
}

export async function updateSecret(
  db: Db,
  siteId: bigint,
  id: bigint,
  row: Omit<SecretColumns, 'id'>,
  now: Date,
): Promise<void> {
  await db.query(sql`
    update webhook_subscription set key_id = ${row.key_id}, nonce = ${row.nonce}, old_key_id = ${row.old_key_id},
      old_nonce = ${row.old_nonce}, overlap_until_utc = ${row.overlap_until_utc}::timestamptz,
      updated_utc = ${now.toISOString()}::timestamptz
    where site_id = ${siteId} and id = ${id}`);
}

/** Deletes deliveries and attempts as well. False if there is no such subscription. */
export async function deleteSubscription(db: Db, siteId: bigint, id: bigint): Promise<boolean> {
  const rows = await db.query(sql`
    delete from webhook_subscription where site_id = ${siteId} and id = ${id} returning 1 as one`);
  return rows.length === 1;
}

export async function getSecretColumns(db: Db, siteId: bigint, id: bigint): Promise<SecretColumns | undefined> {
  const [row] = await db.query<SecretColumns>(sql`
    select s.key_id, s.nonce, s.old_key_id, s.old_nonce, s.overlap_until_utc from webhook_subscription s
    where s.site_id = ${siteId} and s.id = ${id}`);
  return row;
}
