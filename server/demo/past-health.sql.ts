import type { Channel } from '#contract/customers.ts';
import { sql, type Db } from '#server/db/db.ts';

/** The figures of health at an instant, according to the rows of the story. */
export interface PastHealth {
  readonly at_utc: string;
  readonly open_tickets: number;
  readonly pending_tickets: number;
  readonly unassigned_open_pending: number;
  readonly snoozed: number;
  readonly stale_no_first_reply: number;
  readonly webhook_queue_pending: number;
  readonly webhook_failed_24h: number;
  readonly last_inbound_message_utc: string | null;
  readonly portal_active_tokens: number;
  readonly portal_total_uses: number;
  readonly customer_identities: number;
  readonly bound_channel_handles: number;
  readonly channel_msg_inbound_30d: number;
  readonly ai_calls_24h: number;
  readonly ai_errors_24h: number;
  readonly ai_budget_exceeded: boolean;
  readonly channels: readonly {
    readonly channel: Channel;
    readonly last_inbound_utc: string | null;
    readonly inbound_24h: number;
  }[];
}

/**
 * Reads the past from rows that have times: states of tickets from their activity, the rest from their start and end.
 * This is correct for a story, in which no ticket is unassigned and no snooze ends early.
 * @param instants In order
 */
export async function findPastHealth(
  db: Db,
  siteId: bigint,
  { instants, channels }: { readonly instants: readonly string[]; readonly channels: readonly Channel[] },
): Promise<PastHealth[]> {
  return db.query<PastHealth>(sql`
    with h as materialized (
      select u.at_utc, u.position, u.at_utc - interval '24 hours' as day_ago,
        date_trunc('month', u.at_utc, 'UTC') - interval '1 month' as month_before
      from unnest(${instants}::timestamptz[]) with ordinality as u (at_utc, position)
    ), step (at, open, pending, unassigned, snoozed, stale, queued, customers, handles, links, uses, messages) as (
      select t.created_utc, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0 from ticket t where t.site_id = ${siteId}
      union all
      select a.created_utc, (a.to_value = 'open')::integer - (a.from_value = 'open')::integer,
        (a.to_value = 'pending')::integer - (a.from_value = 'pending')::integer, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from ticket_activity a where a.site_id = ${siteId} and a.kind = 'status'
      union all
      select least(min(a.created_utc) filter (where a.kind = 'assignee'),
        min(a.created_utc) filter (where a.kind = 'status' and a.to_value in ('resolved', 'closed'))),
        0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0
      from ticket_activity a where a.site_id = ${siteId} and a.kind in ('assignee', 'status') group by a.ticket_id
      union all
      select s.at, 0, 0, 0, s.n, 0, 0, 0, 0, 0, 0, 0 from ticket_activity a
      cross join lateral (values (a.created_utc, 1), (a.to_value::timestamptz, -1)) s (at, n)
      where a.site_id = ${siteId} and a.kind = 'snooze' and a.to_value is not null
      union all
      select s.at, 0, 0, 0, 0, s.n, 0, 0, 0, 0, 0, 0
      from (
        select t.created_utc + interval '2 hours' as begins_utc, coalesce(t.first_response_utc, t.resolved_utc) as ends_utc
        from ticket t where t.site_id = ${siteId}
      ) w cross join lateral (values (w.begins_utc, 1), (w.ends_utc, -1)) s (at, n)
      where w.ends_utc is null or w.ends_utc > w.begins_utc
      union all
      select s.at, 0, 0, 0, 0, 0, s.n, 0, 0, 0, 0, 0 from webhook_delivery d
      cross join lateral (values (d.created_utc, 1), (d.finished_utc, -1)) s (at, n) where d.site_id = ${siteId}
      union all
      select c.first_seen_utc, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0 from customer_identity c where c.site_id = ${siteId}
      union all
      select b.bound_utc, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0 from channel_binding b where b.site_id = ${siteId}
      union all
      select s.at, 0, 0, 0, 0, 0, 0, 0, 0, s.n, 0, 0 from portal_token p
      cross join lateral (values (p.created_utc, 1), (least(p.expires_utc, p.revoked_utc), -1)) s (at, n)
      where p.site_id = ${siteId}
      union all
      select p.last_used_utc, 0, 0, 0, 0, 0, 0, 0, 0, 0, p.use_count, 0 from portal_token p where p.site_id = ${siteId}
      union all
      select m.created_utc, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 from channel_message m
      where m.site_id = ${siteId} and m.direction = 'in' and m.channel <> 'web'
    ), summed as (
      select f.position, sum(s.open) as open, sum(s.pending) as pending, sum(s.unassigned) as unassigned,
        sum(s.snoozed) as snoozed, sum(s.stale) as stale, sum(s.queued) as queued, sum(s.customers) as customers,
        sum(s.handles) as handles, sum(s.links) as links, sum(s.uses) as uses, sum(s.messages) as messages
      from step s cross join (select array_agg(h.at_utc order by h.position) as instants from h) o
      -- The first instant that is not before it.
      cross join lateral (select width_bucket(s.at - interval '1 microsecond', o.instants) + 1 as position) f
      where s.at is not null group by 1
    ), counted as (
      select h.*, sum(open) over w as open, sum(pending) over w as pending, sum(unassigned) over w as unassigned,
        sum(snoozed) over w as snoozed, sum(stale) over w as stale, sum(queued) over w as queued,
        sum(customers) over w as customers, sum(handles) over w as handles, sum(links) over w as links,
        sum(uses) over w as uses, sum(messages) over w as messages
      from h left join summed using (position) window w as (order by h.position)
    ), months as materialized (
      select k.month_before, (select count(*) from channel_message m where m.site_id = ${siteId} and m.direction = 'in'
        and m.channel <> 'web' and m.created_utc < k.month_before) as messages
      from (select distinct month_before from h) k
    )
    select c.at_utc, coalesce(c.open, 0)::integer as open_tickets, coalesce(c.pending, 0)::integer as pending_tickets,
      coalesce(c.unassigned, 0)::integer as unassigned_open_pending, coalesce(c.snoozed, 0)::integer as snoozed,
      coalesce(c.stale, 0)::integer as stale_no_first_reply, coalesce(c.queued, 0)::integer as webhook_queue_pending,
      (select count(distinct a.delivery_id)::integer from webhook_attempt a where a.site_id = ${siteId}
        and a.error_code is not null and a.started_utc > c.day_ago and a.started_utc <= c.at_utc) as webhook_failed_24h,
      (select max(m.created_utc) from channel_message m where m.site_id = ${siteId} and m.direction = 'in'
        and m.channel = any(${[...channels, 'web']}::text[]) and m.created_utc <= c.at_utc) as last_inbound_message_utc,
      coalesce(c.links, 0)::integer as portal_active_tokens, coalesce(c.uses, 0)::integer as portal_total_uses,
      coalesce(c.customers, 0)::integer as customer_identities, coalesce(c.handles, 0)::integer as bound_channel_handles,
      greatest(0, coalesce(c.messages, 0) - k.messages)::integer as channel_msg_inbound_30d,
      a.ai_calls_24h, a.ai_errors_24h,
      exists (select from ai_cap_notice n where n.site_id = ${siteId} and n.threshold = 100 and n.fired_utc <= c.at_utc
        and c.at_utc < n.period_start + case n.cap when 'budget' then interval '1 month' when 'daily_tokens'
          then interval '24 hours' else interval '1 minute' end) as ai_budget_exceeded,
      (select coalesce(json_agg(json_build_object('channel', u.channel, 'last_inbound_utc', l.at,
          'inbound_24h', l.n) order by u.position), '[]')
        from unnest(${channels}::text[]) with ordinality as u (channel, position)
        cross join lateral (
          select (select max(m.created_utc) from channel_message m where m.site_id = ${siteId} and m.direction = 'in'
              and m.channel = u.channel and m.created_utc <= c.at_utc) as at,
            (select count(*)::integer from channel_message m where m.site_id = ${siteId} and m.direction = 'in'
              and m.channel = u.channel and m.created_utc > c.day_ago and m.created_utc <= c.at_utc) as n
        ) l) as channels
    from counted c join months k on k.month_before = c.month_before
    cross join lateral (
      select count(*)::integer as ai_calls_24h, (count(*) filter (where i.status <> 'ok'))::integer as ai_errors_24h
      from ai_call i where i.site_id = ${siteId} and i.created_utc > c.day_ago and i.created_utc <= c.at_utc
    ) a
    order by c.position`);
}
