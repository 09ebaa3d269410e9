import { CHANNELS, type Channel } from '#contract/customers.ts';
import type { HealthSnapshot } from '#contract/health-overview.ts';
import { SELF_TESTS } from '#contract/self-tests.ts';
import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { isWithinHours } from '#server/calendar/business-hours.ts';
import { sql, type Db } from '#server/db/db.ts';
import { hasChannels, readHealth } from '#server/health/health.ts';
import { storeSelfTest } from '#server/health/self-tests.ts';
import { readSnapshot, storeSnapshots } from '#server/health/snapshots.ts';
import { Random } from './random.ts';
import { DAY, HOUR, MINUTE, type Scene } from './scene.ts';

const SNAPSHOT_HOURS = 35 * 24;
/** The service takes them at the start of every minute. */
const AFTER_FULL_HOUR = 20_000;
const SELF_TEST_DAYS = 12;
/** Days ago on which the storage of channels did not answer. */
const BROKEN_DAY = 6;

/** Stores snapshots of the last weeks, the newest by the service itself, and a morning's self-tests of the last days. */
export async function storePastHealth({ database, site, now, seed }: Scene): Promise<void> {
  await database.forSite(site.id).transaction(async (db) => {
    const { health, hours } = await readHealth(db, site, new Date(now));
    const first = now - (now % HOUR) - SNAPSHOT_HOURS * HOUR + AFTER_FULL_HOUR;
    const instants = Array.from({ length: SNAPSHOT_HOURS }, (_, index) => new Date(first + index * HOUR).toISOString());
    const past = await findPastHealth(db, site.id, { instants, channels: hasChannels(site) ? CHANNELS : [] });
    const snapshots = past.map(({ at_utc, figures, channels, ...more }): HealthSnapshot => ({
      ...health,
      ...figures,
      ...more,
      as_of_utc: at_utc,
      is_now_within_business_hours: isWithinHours(hours, new Date(at_utc)),
      channels: channels.map(({ last_inbound_utc: last, ...channel }) => ({
        ...channel,
        last_inbound_utc: new Date(last).toISOString(),
      })),
    }));
    await storeSnapshots(db, site, [...snapshots, await readSnapshot(db, site, new Date(now))]);
    const random = new Random(seed ^ 0x5e1f);
    const isDeployed = { ai_usage: hasAiUsage(site), channel_foundation: hasChannels(site) };
    for (let ago = SELF_TEST_DAYS; ago >= 0; ago -= 1) {
      const at = now - (now % DAY) + 6 * HOUR - ago * DAY + random.integer(0, 40) * MINUTE;
      for (const name of SELF_TESTS) {
        const isBroken = ago === BROKEN_DAY && name === 'channel_foundation';
        const round_trip_ms = isBroken ? random.integer(4_000, 5_000) : random.integer(3, 19);
        const error = isBroken ? 'the database refused a statement (code 57014)' : null;
        const outcome = { name, ok: !isBroken, round_trip_ms, error };
        if (isDeployed[name] && at < now) await storeSelfTest(db, site, outcome, new Date(at));
      }
    }
  });
}

const FIGURES = [
  'open_tickets',
  'pending_tickets',
  'unassigned_open_pending',
  'snoozed',
  'stale_no_first_reply',
  'webhook_queue_pending',
  'portal_active_tokens',
  'portal_total_uses',
  'customer_identities',
  'bound_channel_handles',
  'channel_msg_inbound_30d',
] as const;

/** The figures of health at an instant. */
export interface PastHealth {
  readonly at_utc: string;
  readonly figures: Readonly<Record<(typeof FIGURES)[number], number>>;
  readonly webhook_failed_24h: number;
  readonly last_inbound_message_utc: string | null;
  readonly ai_calls_24h: number;
  readonly ai_errors_24h: number;
  readonly ai_budget_exceeded: boolean;
  readonly channels: readonly { channel: Channel; last_inbound_utc: string; inbound_24h: number }[];
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
    with instant as materialized (
      select u.at_utc, u.position, u.at_utc - interval '24 hours' as day_ago
      from unnest(${instants}::timestamptz[]) with ordinality as u (at_utc, position)
    ), step (figure, at_utc, n) as (
      select 'open_tickets', created_utc, 1 from ticket where site_id = ${siteId}
      union all
      select v.status || '_tickets', a.created_utc, v.n from ticket_activity a
      cross join lateral (values (a.to_value, 1), (a.from_value, -1)) v (status, n)
      where a.site_id = ${siteId} and a.kind = 'status' and v.status in ('open', 'pending')
      union all
      select 'unassigned_open_pending', created_utc, 1 from ticket where site_id = ${siteId}
      union all
      select 'unassigned_open_pending', min(created_utc), -1 from ticket_activity
      where site_id = ${siteId} and (kind = 'assignee' or kind = 'status' and to_value in ('resolved', 'closed'))
      group by ticket_id
      union all
      select 'stale_no_first_reply', v.at_utc, v.n from ticket t
      cross join lateral (select t.created_utc + interval '2 hours', coalesce(t.first_response_utc, t.resolved_utc)) w (begins, ends)
      cross join lateral (values (w.begins, 1), (w.ends, -1)) v (at_utc, n)
      where t.site_id = ${siteId} and coalesce(w.ends > w.begins, true)
      union all
      select 'snoozed', v.at_utc, v.n from ticket_activity a
      cross join lateral (values (a.created_utc, 1), (a.to_value::timestamptz, -1)) v (at_utc, n)
      where a.site_id = ${siteId} and a.kind = 'snooze' and a.to_value is not null
      union all
      select 'webhook_queue_pending', v.at_utc, v.n from webhook_delivery d
      cross join lateral (values (d.created_utc, 1), (d.finished_utc, -1)) v (at_utc, n) where d.site_id = ${siteId}
      union all
      select 'portal_active_tokens', v.at_utc, v.n from portal_token p
      cross join lateral (values (p.created_utc, 1), (least(p.expires_utc, p.revoked_utc), -1)) v (at_utc, n)
      where p.site_id = ${siteId}
      union all
      select 'portal_total_uses', last_used_utc, use_count from portal_token where site_id = ${siteId}
      union all
      select 'customer_identities', first_seen_utc, 1 from customer_identity where site_id = ${siteId}
      union all
      select 'bound_channel_handles', bound_utc, 1 from channel_binding where site_id = ${siteId}
      union all
      -- A message counts to the end of the next month.
      select 'channel_msg_inbound_30d', v.at_utc, v.n from channel_message m
      cross join lateral (values (m.created_utc, 1), (date_trunc('month', m.created_utc, 'UTC') + interval '2 months', -1)) v (at_utc, n)
      where m.site_id = ${siteId} and m.direction = 'in' and m.channel <> 'web'
    ), summed as (
      -- The first instant that is not before the step.
      select s.figure, width_bucket(s.at_utc - interval '1 microsecond', i.instants) + 1 as position, sum(s.n) as n
      from step s cross join (select array_agg(at_utc order by position) as instants from instant) i
      where s.at_utc is not null group by 1, 2
    ), counted as (
      select position, figure, sum(coalesce(s.n, 0)) over (partition by figure order by position) as n
      from instant cross join (select unnest(${FIGURES}::text[]) as figure) f left join summed s using (position, figure)
    )
    select i.at_utc, f.figures, a.ai_calls_24h, a.ai_errors_24h,
      (select count(distinct a.delivery_id)::integer from webhook_attempt a where a.site_id = ${siteId}
        and a.error_code is not null and a.started_utc > i.day_ago and a.started_utc <= i.at_utc) as webhook_failed_24h,
      (select max(m.created_utc) from channel_message m where m.site_id = ${siteId} and m.direction = 'in'
        and m.channel = any(${[...channels, 'web']}::text[]) and m.created_utc <= i.at_utc) as last_inbound_message_utc,
      exists (select from ai_cap_notice n where n.site_id = ${siteId} and n.threshold = 100 and n.fired_utc <= i.at_utc
        and i.at_utc < n.period_start + case n.cap when 'budget' then interval '1 month' when 'daily_tokens'
          then interval '24 hours' else interval '1 minute' end) as ai_budget_exceeded,
      (select coalesce(jsonb_agg(jsonb_build_object('channel', u.channel, 'last_inbound_utc', l.at_utc, 'inbound_24h', l.n)
          order by u.position) filter (where l.at_utc is not null), '[]')
        from unnest(${channels}::text[]) with ordinality as u (channel, position)
        cross join lateral (
          select (select max(m.created_utc) from channel_message m where m.site_id = ${siteId} and m.direction = 'in'
              and m.channel = u.channel and m.created_utc <= i.at_utc) as at_utc,
            (select count(*)::integer from channel_message m where m.site_id = ${siteId} and m.direction = 'in'
              and m.channel = u.channel and m.created_utc > i.day_ago and m.created_utc <= i.at_utc) as n
        ) l) as channels
    from instant i join (select position, jsonb_object_agg(figure, n) as figures from counted group by 1) f using (position)
    cross join lateral (
      select count(*)::integer as ai_calls_24h, (count(*) filter (where status <> 'ok'))::integer as ai_errors_24h
      from ai_call where site_id = ${siteId} and created_utc > i.day_ago and created_utc <= i.at_utc
    ) a
    order by i.position`);
}
