import type { getHealth as GetHealth } from '#contract/site.ts';
import { hasAiUsage, isAnyCapExceeded } from '#server/ai/ai-limits.ts';
import { isWithinHours } from '#server/calendar/business-hours.ts';
import { businessHoursOf } from '#server/calendar/calendar.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Handler } from '#server/operation/call.ts';
import { getHealthRow } from './health.sql.ts';
import { STALE_THRESHOLD, staleBefore } from '#server/tickets/list/ticket-selection.ts';

const DAY_MS = 86_400_000;

/** GET health: the state of the site as it is now. See docs/api.md, "Health". */
export const getHealth: Handler<typeof GetHealth> = async ({ db, site, now }) => {
  const hasChannels = !site.undeployed.includes('channels');
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const times = {
    now: now.toISOString(),
    staleBefore: staleBefore(now),
    inboundFrom: lastMonth.toISOString(),
    dayAgo: new Date(now.getTime() - DAY_MS).toISOString(),
  };
  const row = await getHealthRow(db, site.id, times, { channels: hasChannels, aiUsage: hasAiUsage(site) });
  if (row === undefined) throw new ApiError('not_found', 'There is no such site');
  return {
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
    is_now_within_business_hours: isWithinHours(businessHoursOf(row), now),
    business_calendar_active: row.flag_on && row.week.length > 0,
    portal_active_tokens: row.portal_active_tokens,
    portal_total_uses: Number(row.portal_total_uses),
    customer_identities: row.customer_identities,
    bound_channel_handles: row.bound_channel_handles,
    channel_msg_inbound_30d: row.channel_msg_inbound_30d,
    ai_calls_24h: row.ai_calls_24h,
    ai_errors_24h: row.ai_errors_24h,
    ai_budget_exceeded: await isAnyCapExceeded(db, site, now),
  };
};
