import { sql, type Db } from '#server/db/db.ts';
import type { SecretColumns } from './webhook-secret.ts';

export interface LeasedDelivery extends SecretColumns {
  readonly site_id: bigint;
  readonly id: bigint;
  readonly subscription_id: bigint;
  readonly message_id: string;
  readonly event_type: string;
  readonly body: string;
  readonly url: string;
}

export interface LeaseRequest {
  readonly now: string;
  readonly until: string;
  /** Null means all sites. */
  readonly siteId: bigint | null;
  /** Identifies this lease: only its owner may store outcomes. */
  readonly lease: string;
  /** The maximum number of deliveries over all sites. */
  readonly room: number;
  /** The maximum if some sites have less than their `share` in flight. */
  readonly roomWithinShare: number;
  readonly share: number;
  /** Deliveries in flight on this node, by site. */
  readonly held: ReadonlyMap<bigint, number>;
  readonly mostPerEndpoint: number;
  /** After this many failures in a row, an endpoint gets one delivery at a time. */
  readonly breakerFailures: number;
}

/**
 * Leases due deliveries of one site or all: those without a lease or with an expired one. Sites take turns, those with
 * the fewest in flight first, and within a site its endpoints. Callers are serialized, so that the limit per endpoint
 * holds.
 * @param db The owner's handle.
 */
export async function leaseDue(db: Db, request: LeaseRequest): Promise<LeasedDelivery[]> {
  const { now, until, siteId, lease, room, roomWithinShare, share, held, mostPerEndpoint, breakerFailures } = request;
  return db.transaction(async (db) => {
    await db.query(sql`select pg_advisory_xact_lock(hashtextextended('webhook leases', 0))`);
    return db.query<LeasedDelivery>(sql`
      with ready as materialized (
        select s.site_id, s.id, s.state,
          case when s.failures_in_row >= ${breakerFailures}::integer then 1 else ${mostPerEndpoint}::integer end as most,
          (select count(*)::integer from webhook_delivery f
            where f.site_id = s.site_id and f.subscription_id = s.id and f.state = 'delivering' and f.due_utc > ${now}::timestamptz) as busy
        from webhook_subscription s
        where s.state <> 'disabled' and (${siteId}::bigint is null or s.site_id = ${siteId}) and (s.probe_utc is null or s.probe_utc <= ${now}::timestamptz)
          and exists (select from webhook_delivery d where d.site_id = s.site_id and d.subscription_id = s.id
            and d.due_utc <= ${now}::timestamptz and (s.state = 'active' or d.is_test))
      ), found as (
        select r.site_id, d.id, d.due_utc,
          r.busy + row_number() over (partition by r.site_id, r.id order by d.due_utc, d.id) as turn
        from ready r cross join lateral (
          select d.id, d.due_utc from webhook_delivery d
          where d.site_id = r.site_id and d.subscription_id = r.id and d.due_utc <= ${now}::timestamptz
            and (r.state = 'active' or d.is_test)
          order by d.due_utc, d.id
          limit greatest(0, r.most - r.busy)
          for update of d skip locked
        ) d
      ), by_site as (
        select f.site_id, f.id, f.due_utc,
          coalesce(h.held, 0) + row_number() over (partition by f.site_id order by f.turn, f.due_utc, f.id) as turn
        from found f
        left join unnest(${[...held.keys()]}::bigint[], ${[...held.values()]}::integer[]) as h (site_id, held) on h.site_id = f.site_id
      ), ordered as (
        select site_id, id, turn, row_number() over (order by turn, due_utc, site_id, id) as place from by_site
      ), taken as (
        select site_id, id from ordered
        where place <= ${room}::integer or (turn <= ${share}::integer and place <= ${roomWithinShare}::integer)
      )
      update webhook_delivery d set state = 'delivering', lease = ${lease}, due_utc = ${until}::timestamptz
      from taken t, webhook_subscription s
      where d.site_id = t.site_id and d.id = t.id and s.site_id = d.site_id and s.id = d.subscription_id
      returning d.site_id, d.id, d.subscription_id, d.message_id, d.event_type, d.body, s.url, s.key_id, s.nonce,
        s.old_key_id, s.old_nonce, s.overlap_until_utc`);
  });
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
