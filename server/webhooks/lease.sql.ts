import { sql, type Db } from '#server/db/db.ts';
import type { SecretColumns } from './webhook-secret.ts';

export interface LeasedDelivery extends SecretColumns {
  readonly id: bigint;
  readonly subscription_id: bigint;
  readonly message_id: string;
  readonly event_type: string;
  readonly body: string;
  readonly url: string;
}

export interface LeaseRequest {
  readonly now: Date;
  readonly until: Date;
  /** Identifies this lease: only its owner may store outcomes. */
  readonly lease: string;
  readonly limit: number;
  readonly mostPerEndpoint: number;
  /** After this many failures in a row, an endpoint gets one delivery at a time. */
  readonly breakerFailures: number;
}

/**
 * Leases due deliveries of a site: those without a lease or with an expired one. Its endpoints take turns. Callers of one
 * site are serialized, so that the limit per endpoint holds. Call it inside a transaction.
 */
export async function leaseDue(db: Db, siteId: bigint, request: LeaseRequest): Promise<LeasedDelivery[]> {
  const { lease, limit, mostPerEndpoint, breakerFailures } = request;
  const [now, until] = [request.now.toISOString(), request.until.toISOString()];
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`webhook leases ${siteId}`}::text, 0))`);
  return db.query<LeasedDelivery>(sql`
    with ready as materialized (
      select s.id, s.state,
        case when s.failures_in_row >= ${breakerFailures}::integer then 1 else ${mostPerEndpoint}::integer end as most,
        (select count(*)::integer from webhook_delivery f
          where f.site_id = ${siteId} and f.subscription_id = s.id and f.state = 'delivering' and f.due_utc > ${now}::timestamptz) as busy
      from webhook_subscription s
      where s.site_id = ${siteId} and s.state <> 'disabled' and (s.probe_utc is null or s.probe_utc <= ${now}::timestamptz)
        and exists (select from webhook_delivery d where d.site_id = ${siteId} and d.subscription_id = s.id
          and d.due_utc <= ${now}::timestamptz and (s.state = 'active' or d.is_test))
    ), found as (
      select d.id, d.due_utc, r.busy + row_number() over (partition by r.id order by d.due_utc, d.id) as turn
      from ready r cross join lateral (
        select d.id, d.due_utc from webhook_delivery d
        where d.site_id = ${siteId} and d.subscription_id = r.id and d.due_utc <= ${now}::timestamptz
          and (r.state = 'active' or d.is_test)
        order by d.due_utc, d.id
        limit greatest(0, r.most - r.busy)
        for update of d skip locked
      ) d
    ), taken as (
      select id from found order by turn, due_utc, id limit ${limit}
    )
    update webhook_delivery d set state = 'delivering', lease = ${lease}, due_utc = ${until}::timestamptz
    from taken t, webhook_subscription s
    where d.site_id = ${siteId} and d.id = t.id and s.site_id = ${siteId} and s.id = d.subscription_id
    returning d.id, d.subscription_id, d.message_id, d.event_type, d.body, s.url, s.key_id, s.nonce, s.old_key_id, s.old_nonce,
      s.overlap_until_utc`);
}

/** Returns an untried delivery to the queue, due at `dueUtc`. @param db The handle of the site. */
export async function releaseLease(
  db: Db,
  siteId: bigint,
  { id, lease, dueUtc }: { readonly id: bigint; readonly lease: string; readonly dueUtc: string },
): Promise<void> {
  await db.query(sql`
    update webhook_delivery set state = 'pending', lease = null, due_utc = ${dueUtc}::timestamptz
    where site_id = ${siteId} and id = ${id} and lease = ${lease}`);
}
