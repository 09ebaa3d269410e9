import { sql, type Statement } from '#server/db/db.ts';
import type { Delta } from './counters.ts';

// Messages by channel and UTC hour, without website chats: the counters `inbound` and `outbound`.

/** The UTC hour of an instant, such as `2026-11-20T14`. */
function hourOf(at: Date): string {
  return at.toISOString().slice(0, 13);
}

/** The key of both counters, for a channel and an instant. */
export function hourKey(channel: string, at: Date): string {
  return `${channel} ${hourOf(at)}`;
}

/** All keys of a channel, as a range with an exclusive end: the hour begins with a digit, and `:` follows the digits. */
export function hourKeys(channel: string): { readonly first: string; readonly end: string } {
  return { first: `${channel} 0`, end: `${channel} :` };
}

/** The deltas of an inbound message. */
export function inboundDeltas(channel: string, at: Date): readonly Delta[] {
  return channel === 'web' ? [] : [{ name: 'inbound', key: hourKey(channel, at), n: 1 }];
}

/**
 * Deltas of many messages as rows (name, key, n), for an `insert into counter`.
 * @param messages a table expression with the columns of `channel_message`
 */
export function messageRowDeltas(messages: Statement, n: 1 | -1): Statement {
  return sql`
    select case m.direction when 'in' then 'inbound' else 'outbound' end as name,
      m.channel || ' ' || to_char(m.created_utc at time zone 'UTC', 'YYYY-MM-DD"T"HH24') as key, ${n}::bigint * count(*) as n
    from ${messages} m where m.channel <> 'web' group by 1, 2`;
}

/**
 * A subquery for the inbound messages of all channels since the start of an hour, as a bigint. It finds each channel with
 * one index look-up, and then reads only its hours since then.
 */
export function inboundSince(siteId: bigint, from: Date): Statement {
  const hours = sql`from counter c where c.site_id = ${siteId} and c.name = 'inbound'`;
  const first = sql`order by c.key limit 1`;
  // Compute the bounds first: under row-level security only columns can be compared by the index.
  return sql`(
    with recursive channel as (
      (select left(c.key, -14) as name, left(c.key, -14) || ' :' as end_key ${hours} ${first})
      union all
      select n.name, n.name || ' :' from channel p
      cross join lateral (select left(c.key, -14) as name ${hours} and c.key > p.end_key ${first}) n
    ), span as materialized (
      select name || ' ' || ${hourOf(from)}::text as from_key, end_key from channel
    )
    select coalesce(sum(t.n), 0)::bigint from span
    cross join lateral (select sum(c.n) as n ${hours} and c.key >= span.from_key and c.key < span.end_key) t)`;
}
