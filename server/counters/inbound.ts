import { sql, type Statement } from '#server/db/db.ts';
import type { Delta } from './counters.ts';

// Inbound messages by channel and UTC hour, without website chats.

/** The key of the counter `inbound`, for a channel and an instant. */
function inboundKey(channel: string, at: Date): string {
  return `${channel} ${at.toISOString().slice(0, 13)}`;
}

/** The deltas of an inbound message. */
export function inboundDeltas(channel: string, at: Date): readonly Delta[] {
  return channel === 'web' ? [] : [{ name: 'inbound', key: inboundKey(channel, at), n: 1 }];
}

/** `inboundKey` in SQL. @param at a timestamptz */
export function inboundKeyOf(channel: Statement, at: Statement): Statement {
  return sql`${channel} || ' ' || to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24')`;
}

/**
 * Deltas of many messages as rows (name, key, n), for an `insert into counter`.
 * @param messages a table expression with the columns of `channel_message`
 */
export function inboundRowDeltas(messages: Statement, n: 1 | -1): Statement {
  return sql`
    select 'inbound' as name, ${inboundKeyOf(sql`m.channel`, sql`m.created_utc`)} as key, ${n}::bigint * count(*) as n
    from ${messages} m where m.direction = 'in' and m.channel <> 'web' group by 2`;
}

/** Hours with inbound messages of a channel as a table `t`: start of the hour and number of messages `n`. */
export function inboundHours(siteId: bigint, channel: Statement): Statement {
  return sql`(
    select (right(c.key, 13) || ':00:00Z')::timestamptz as hour_utc, c.n from counter c
    where c.site_id = ${siteId} and c.name = 'inbound' and c.key > ${channel} || ' ' and c.key < ${channel} || '!'
  ) t`;
}
