import type { AiLimits } from '#contract/ai-limits.ts';
import type { getHealth as GetHealth, Health } from '#contract/site.ts';
import { hasAiUsage, readDeployedLimits } from '#server/ai/ai-limits.ts';
import { isWithinHours, type BusinessHours } from '#server/calendar/business-hours.ts';
import { businessHoursOf } from '#server/calendar/calendar.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler, Site } from '#server/operation/call.ts';
import { getHealthRow } from './health.sql.ts';
import { STALE_THRESHOLD, staleBefore } from '#server/tickets/list/ticket-selection.ts';

const DAY_MS = 86_400_000;

/** A site as its health is read. */
export type HealthSite = Pick<Site, 'id' | 'undeployed'>;

/** The figures of an instant with what they were read from. */
export interface SiteHealth {
  readonly health: Health;
  readonly hours: BusinessHours;
  readonly limits: AiLimits;
}

/** GET health: the state of the site as it is now. See docs/api.md, "Health". */
export const getHealth: Handler<typeof GetHealth> = async ({ db, site, now }) =>
  (await readHealth(db, site, now)).health;

export function hasChannels(site: HealthSite): boolean {
  return !site.undeployed.includes('channels');
}

export async function readHealth(db: Db, site: HealthSite, now: Date): Promise<SiteHealth> {
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const times = {
    now: now.toISOString(),
    staleBefore: staleBefore(now),
    inboundFrom: lastMonth.toISOString(),
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
