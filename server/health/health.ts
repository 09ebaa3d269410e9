import type { AiLimits } from '#contract/ai-limits.ts';
import type { CalendarDateHours, CalendarHoliday, CalendarWindow } from '#contract/calendar.ts';
import type { getHealth as GetHealth, Health } from '#contract/site.ts';
import { hasAiUsage, readDeployedLimits } from '#server/ai/ai-limits.ts';
import { isWithinHours, type BusinessHours } from '#server/calendar/business-hours.ts';
import { businessHoursOf } from '#server/calendar/calendar.ts';
import { counted } from '#server/counters/counters.ts';
import { inboundSince } from '#server/counters/message-hours.ts';
import { sql, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, Site } from '#server/operation/call.ts';
import { countedLinks } from '#server/portal/portal-counters.ts';
import { STALE_THRESHOLD, staleBefore } from '#server/tickets/list/ticket-selection.ts';
import { ticketKinds } from '#server/tickets/ticket-counters.ts';

const DAY_MS = 86_400_000;

/** The part of a site that its health depends on. */
export type HealthSite = Pick<Site, 'id' | 'undeployed'>;

/** The health figures with the data that they were calculated from. */
interface SiteHealth {
  readonly health: Health;
  readonly hours: BusinessHours;
  readonly limits: AiLimits;
}

/** GET health: the current state of the site. See docs/api.md, "Health". */
export const getHealth: Handler<typeof GetHealth> = async ({ db, site, now }) =>
  (await readHealth(db, site, now)).health;

export function hasChannels(site: HealthSite): boolean {
  return !site.undeployed.includes('channels');
}

export async function readHealth(db: Db, site: HealthSite, now: Date): Promise<SiteHealth> {
  const times = {
    now: now.toISOString(),
    staleBefore: staleBefore(now),
    inboundFrom: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)),
    dayAgo: new Date(now.getTime() - DAY_MS).toISOString(),
  };
  const deployed = { channels: hasChannels(site), aiUsage: hasAiUsage(site) };
  const row = await getHealthRow(db, site.id, times, deployed);
  if (row === undefined) throw new ApiError('not_found', 'There is no such site');
  const hours = businessHoursOf(row);
  const limits = await readDeployedLimits(db, site, now);
  const health = {
    as_of_utc: times.now,
    open_tickets: row.open_tickets,
    pending_tickets: row.pending_tickets,
    unassigned_open_pending: row.unassigned_open_pending,
    snoozed: row.snoozed,
    stale_no_first_reply: row.stale_no_first_reply,
    stale_threshold: STALE_THRESHOLD,
    webhook_queue_pending: row.webhook_queue_pending,
    webhook_failed_24h: row.webhook_failed_24h,
    last_inbound_message_utc: row.last_inbound_message_utc,
    is_now_within_business_hours: isWithinHours(hours, now),
    business_calendar_active: row.flag_on && row.week.length > 0,
    portal_active_tokens: row.portal_active_tokens,
    portal_total_uses: Number(row.portal_total_uses),
    customer_identities: row.customer_identities,
    bound_channel_handles: row.bound_channel_handles,
    channel_msg_inbound_30d: row.channel_msg_inbound_30d,
    ai_calls_24h: row.ai_calls_24h,
    ai_errors_24h: row.ai_errors_24h,
    ai_budget_exceeded: limits.any_exceeded,
  };
  return { health, hours, limits };
}

interface HealthRow {
  readonly open_tickets: number;
  readonly pending_tickets: number;
  readonly unassigned_open_pending: number;
  readonly snoozed: number;
  readonly stale_no_first_reply: number;
  readonly webhook_queue_pending: number;
  readonly webhook_failed_24h: number;
  readonly last_inbound_message_utc: string | null;
  readonly customer_identities: number;
  readonly bound_channel_handles: number;
  readonly channel_msg_inbound_30d: number;
  readonly ai_calls_24h: number;
  readonly ai_errors_24h: number;
  readonly flag_on: boolean;
  readonly time_zone: string;
  readonly week: CalendarWindow[];
  readonly holidays: CalendarHoliday[];
  readonly overrides: CalendarDateHours[];
  readonly portal_active_tokens: number;
  readonly portal_total_uses: bigint;
}

/** Time bounds of the figures, from one clock. */
interface HealthTimes {
  readonly now: string;
  readonly staleBefore: string;
  /** The start of the last UTC month. */
  readonly inboundFrom: Date;
  readonly dayAgo: string;
}

/** Reads all figures in one statement. Skips the rows of features that are not deployed. */
async function getHealthRow(
  db: Db,
  siteId: bigint,
  times: HealthTimes,
  deployed: { readonly channels: boolean; readonly aiUsage: boolean },
): Promise<HealthRow | undefined> {
  const [row] = await db.query<HealthRow>(sql`
    select q.*,
      (select count(*) from ticket t where t.site_id = s.id and t.status in ('open', 'pending')
        and t.snoozed_until_utc > ${times.now}::timestamptz)::integer as snoozed,
      (select count(*) from ticket t where t.site_id = s.id and t.status in ('open', 'pending')
        and t.first_response_utc is null and t.created_utc < ${times.staleBefore}::timestamptz)::integer as stale_no_first_reply,
      (select max(m.created_utc) from channel_message m where m.site_id = s.id and m.direction = 'in'
        and (${deployed.channels} or m.channel = 'web')) as last_inbound_message_utc,
      ${counted(siteId, 'customer')}::integer as customer_identities,
      (select coalesce(sum(b.n), 0) from counter b where b.site_id = s.id and b.name = 'binding'
        and ${deployed.channels})::integer as bound_channel_handles,
      ${deployed.channels ? inboundSince(siteId, times.inboundFrom) : sql`0`}::integer as channel_msg_inbound_30d,
      a.ai_calls_24h, a.ai_errors_24h,
      (select count(*) from webhook_delivery d where d.site_id = s.id and d.due_utc is not null)::integer
        as webhook_queue_pending,
      (select count(*) from webhook_delivery d where d.site_id = s.id
        and d.last_failed_utc > ${times.dayAgo}::timestamptz)::integer as webhook_failed_24h,
      s.calendar_flag_on as flag_on, s.time_zone,
      (select coalesce(json_agg(json_build_object('day_of_week', w.day_of_week, 'open_minute', w.open_minute,
          'close_minute', w.close_minute)), '[]') from calendar_window w where w.site_id = s.id) as week,
      (select coalesce(json_agg(json_strip_nulls(json_build_object('date', h.date::text, 'name', h.name,
          'recurring', h.recurring, 'active', h.active))), '[]')
        from calendar_holiday h where h.site_id = s.id) as holidays,
      (select coalesce(json_agg(json_build_object('date', o.date::text, 'windows', o.windows)), '[]')
        from calendar_override o where o.site_id = s.id) as overrides,
      (select coalesce(sum(p.n), 0) from ${countedLinks(siteId, [new Date(times.now)])}
        where p.revoked_utc is null and p.expires_utc > ${times.now}::timestamptz)::integer as portal_active_tokens,
      ${counted(siteId, 'portal_uses')} as portal_total_uses
    from site s
    cross join lateral (
      select coalesce(sum(t.n) filter (where t.status = 'open'), 0)::integer as open_tickets,
        coalesce(sum(t.n) filter (where t.status = 'pending'), 0)::integer as pending_tickets,
        coalesce(sum(t.n) filter (where t.assignee_agent_id is null), 0)::integer as unassigned_open_pending
      from ${ticketKinds(siteId)} where t.status in ('open', 'pending')
    ) q
    cross join lateral (
      select count(*)::integer as ai_calls_24h, count(*) filter (where c.status <> 'ok')::integer as ai_errors_24h
      from ai_call c where c.site_id = s.id and c.created_utc > ${times.dayAgo}::timestamptz
        and c.created_utc <= ${times.now}::timestamptz and ${deployed.aiUsage}
    ) a
    where s.id = ${siteId}`);
  return row;
}
