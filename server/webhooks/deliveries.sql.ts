import type { AttemptRecord, DeliveryRecord } from '#contract/webhook-deliveries.ts';
import type { Query } from '#contract/operation.ts';
import type { listWebhookDeliveries } from '#contract/webhook-deliveries.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';

type Filter = Omit<Query<typeof listWebhookDeliveries>, 'id' | 'limit' | 'skip'>;

const HOUR_MS = 3_600_000;
const COLUMNS = sql`d.id, d.message_id, d.subscription_id, d.event_type, d.state, d.attempt_count, d.last_http_status,
  d.last_error_code, case when d.state = 'pending' then d.due_utc end as next_attempt_utc, d.replay_of, d.request_id,
  d.created_utc, d.finished_utc`;

/** Newest first. */
export async function findDeliveries(
  db: Db,
  siteId: bigint,
  filter: Filter,
  { limit, skip, now }: { readonly limit: number; readonly skip: number; readonly now: Date },
): Promise<DeliveryRecord[]> {
  return db.query<DeliveryRecord>(sql`
    select ${COLUMNS} from webhook_delivery d where ${conditions(siteId, filter, now)}
    order by d.created_utc desc, d.id desc limit ${limit} offset ${skip}`);
}

export async function countDeliveries(db: Db, siteId: bigint, filter: Filter, now: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from webhook_delivery d where ${conditions(siteId, filter, now)}`);
  return row?.count ?? 0;
}

function conditions(siteId: bigint, filter: Filter, now: Date): Statement {
  const { subscription_id: subscriptionId, state, event_type: eventType, since, failed_hours: hours } = filter;
  const all = [sql`d.site_id = ${siteId}`];
  if (subscriptionId !== undefined) all.push(sql`d.subscription_id = ${subscriptionId}`);
  if (state !== undefined) all.push(sql`d.state = any(${state}::text[])`);
  if (eventType !== undefined) all.push(sql`d.event_type = ${eventType}`);
  if (since !== undefined) all.push(sql`d.created_utc >= ${since}::timestamptz`);
  if (hours !== undefined) {
    all.push(sql`d.last_failed_utc > ${new Date(now.getTime() - hours * HOUR_MS).toISOString()}::timestamptz`);
  }
  return joinSql(all, ' and ');
}

/** A delivery with its body. */
export async function getDelivery(
  db: Db,
  siteId: bigint,
  id: bigint,
): Promise<(DeliveryRecord & { readonly body: string | null }) | undefined> {
  const [row] = await db.query<DeliveryRecord & { readonly body: string | null }>(sql`
    select ${COLUMNS}, d.body from webhook_delivery d where d.site_id = ${siteId} and d.id = ${id}`);
  return row;
}

/** Oldest first. */
export async function findAttempts(db: Db, siteId: bigint, deliveryId: bigint): Promise<AttemptRecord[]> {
  return db.query<AttemptRecord>(sql`
    select a.attempt, a.scheduled_utc, a.started_utc, a.duration_ms, a.http_status, a.error_code, a.response_excerpt,
      a.resolved_ip
    from webhook_attempt a where a.site_id = ${siteId} and a.delivery_id = ${deliveryId} order by a.attempt`);
}

export interface RecoverFilter {
  readonly subscriptionId: bigint | undefined;
  readonly since: string;
}

/** Failed or cancelled deliveries that can be resent and have not been yet: a replay replaces its original. */
function recoverable(siteId: bigint, { subscriptionId, since }: RecoverFilter): Statement {
  const all = [
    sql`d.site_id = ${siteId} and d.state in ('failed', 'cancelled') and d.created_utc >= ${since}::timestamptz`,
    sql`d.body is not null and not d.is_test`,
    sql`not exists (select from webhook_delivery r where r.site_id = ${siteId} and r.replay_of = d.id)`,
    sql`exists (select from webhook_subscription s
      where s.site_id = ${siteId} and s.id = d.subscription_id and s.state <> 'disabled')`,
  ];
  if (subscriptionId !== undefined) all.push(sql`d.subscription_id = ${subscriptionId}`);
  return joinSql(all, ' and ');
}

export async function countRecoverable(db: Db, siteId: bigint, failed: RecoverFilter): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from webhook_delivery d where ${recoverable(siteId, failed)}`);
  return row?.count ?? 0;
}

export interface RepeatedDelivery {
  readonly id: bigint;
  readonly subscription_id: bigint;
  readonly message_id: string;
  readonly event_type: string;
  readonly body: string;
  readonly request_id: string | null;
}

/** Oldest first. Serializes recoveries, so that nothing is resent twice. */
export async function claimRecoverable(
  db: Db,
  siteId: bigint,
  failed: RecoverFilter,
  most: number,
): Promise<RepeatedDelivery[]> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`recover webhooks ${siteId}`}::text, 0))`);
  return db.query<RepeatedDelivery>(sql`
    select d.id, d.subscription_id, d.message_id, d.event_type, d.body, d.request_id from webhook_delivery d
    where ${recoverable(siteId, failed)} order by d.created_utc, d.id limit ${most}`);
}
