import type { listCustomerTimeline as ListCustomerTimeline } from '#contract/customer-timeline.ts';
import { TIMELINE_KINDS } from '#contract/timeline-kinds.ts';
import type { Handler } from '#server/operation/call.ts';
import { findAddresses } from './customer-addresses.sql.ts';
import { countTimeline, findTimeline } from './timeline.sql.ts';
import { requireIdentity } from './find-identity.ts';

/** GET customer_timeline. See docs/api.md, "Customers". @throws ApiError not_found */
export const listCustomerTimeline: Handler<typeof ListCustomerTimeline> = async ({ db, site, query, now }) => {
  const identityId = await requireIdentity(db, site, query.identity_id);
  const hasChannels = !site.undeployed.includes('channels');
  const deployed = TIMELINE_KINDS.filter((kind) => kind !== 'channel' || hasChannels);
  const wanted = deployed.filter((kind) => query.kinds?.includes(kind) ?? true);
  const selection = { siteId: site.id, identityId, addresses: await findAddresses(db, site.id, identityId), now };
  const [items, counted] = await Promise.all([
    findTimeline(db, selection, wanted, query),
    countTimeline(db, selection, deployed),
  ]);
  const countOf = (kind: (typeof TIMELINE_KINDS)[number]) => counted.get(kind) ?? 0;
  return {
    items,
    total_count: wanted.reduce((sum, kind) => sum + countOf(kind), 0),
    counts: {
      ticket: countOf('ticket'),
      comment: countOf('comment'),
      csat: countOf('csat'),
      session: countOf('session'),
      handoff: countOf('handoff'),
      event: countOf('event'),
      channel: countOf('channel'),
      link: countOf('link'),
      note: countOf('note'),
      change: countOf('change'),
    },
  };
};
