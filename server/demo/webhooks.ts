import { sql, type Db } from '#server/db/db.ts';
import { changeSubscription } from '#server/webhooks/change-subscription.ts';
import { recordAttempt } from '#server/webhooks/record-attempt.ts';
import { addSubscription } from '#server/webhooks/subscriptions.ts';
import { DAY, DEMO_ACTOR, HOUR, MINUTE, type DemoEvent, type Scene } from './scene.ts';
import { DESK } from './words.ts';

/** The log of deliveries covers thirty days. */
const HISTORY_MS = 20 * DAY;
const MAX_EVENTS = 90;
const LEASE = 'demo';
const EXCERPTS: Readonly<Record<number, string>> = {
  200: 'taken',
  410: 'this hook has moved',
  500: 'something went wrong',
  503: 'back in a few hours',
};

/**
 * Splits events into the newest, which webhooks deliver, and the older ones. A site that already has subscriptions
 * delivers none.
 */
export async function divideNews<Event extends DemoEvent>(
  { database, site, now }: Scene,
  events: readonly Event[],
): Promise<{ readonly older: readonly Event[]; readonly news: readonly Event[] }> {
  const [subscription] = await database.owner.query(
    sql`select 1 as one from webhook_subscription where site_id = ${site.id} limit 1`,
  );
  const recent = events.filter(({ at }) => subscription === undefined && at > now - HISTORY_MS).slice(-MAX_EVENTS);
  const from = events.length - recent.length;
  return { older: events.slice(0, from), news: events.slice(from) };
}

/**
 * Writes the newest events in order of time, with their deliveries to three subscriptions as if they had been sent. One
 * endpoint fails for some hours, one is gone for good. At the end all subscriptions are paused, their addresses do not
 * resolve, and no delivery is pending.
 */
export async function writeNews(scene: Scene, news: readonly DemoEvent[]): Promise<void> {
  if (news.length === 0) return;
  const { database, site, keys, now } = scene;
  const statusOf = planAnswers(news, now);
  // One transaction: a running deliverer never sees the deliveries before they are done.
  await database.owner.transaction(async (db) => {
    const rules = { config: { webhookAllowPrivate: false }, resolveHost: () => Promise.resolve([]) };
    const callAt = (at: number) => ({ db, site, keys, actor: DEMO_ACTOR, now: new Date(at), ...rules });
    const ids: bigint[] = [];
    for (const body of Object.values(DESK.endpoints))
      ids.push((await addSubscription({ ...callAt(now - HISTORY_MS - DAY), body })).id);
    const deliverUntil = async (until: number) => {
      for (;;) {
        const due = await leaseNext(db, site.id, until);
        if (due === undefined) return;
        const at = Date.parse(due.at_utc);
        const status = statusOf(due.url, at);
        const outcome = {
          started_utc: due.at_utc,
          duration_ms: 40 + (at % 170),
          http_status: status,
          error_code: status === 200 ? null : ('status' as const),
          response_excerpt: EXCERPTS[status] ?? null,
          resolved_ip: '192.0.2.14',
          retryAfter: null,
        };
        const attempted = {
          siteId: site.id,
          subscriptionId: due.subscription_id,
          deliveryId: due.id,
          lease: LEASE,
          outcome,
        };
        await recordAttempt(db, attempted, { now: new Date(at), random: () => 0.5 });
      }
    };
    for (const { at, write } of news) {
      await deliverUntil(at);
      await write(db, { actor: DEMO_ACTOR, now: new Date(at) });
    }
    await deliverUntil(now);
    for (const id of ids) await changeSubscription(callAt(now), id, { enabled: false });
  });
}

interface DueDelivery {
  readonly id: bigint;
  readonly subscription_id: bigint;
  readonly url: string;
  readonly at_utc: string;
}

/** Leases the next delivery that is due by an instant. An endpoint that fails repeatedly rests until its next probe. */
async function leaseNext(db: Db, siteId: bigint, until: number): Promise<DueDelivery | undefined> {
  const [row] = await db.query<DueDelivery>(sql`
    update webhook_delivery w set state = 'delivering', lease = ${LEASE} from (
      select d.id, d.subscription_id, s.url, greatest(d.due_utc, s.probe_utc) as at_utc
      from webhook_delivery d join webhook_subscription s on s.site_id = d.site_id and s.id = d.subscription_id
      where d.site_id = ${siteId} and d.due_utc is not null order by at_utc, d.id limit 1
    ) next
    where w.site_id = ${siteId} and w.id = next.id and next.at_utc <= ${new Date(until).toISOString()}::timestamptz
    returning w.id, w.subscription_id, next.url, next.at_utc`);
  return row;
}

/** The answers of each endpoint over time: an outage begins with an event, so that each story has one. */
function planAnswers(news: readonly DemoEvent[], now: number): (url: string, at: number) => number {
  const { crm, old } = DESK.endpoints;
  const older = news.filter(({ at }) => at < now - 2 * DAY);
  const begin = (share: number) => older[Math.floor(older.length * share)]?.at ?? Infinity;
  const [outage, gone] = [begin(0.4), begin(0.65)];
  const short = news.findLast(({ at }) => at < now - 2 * HOUR)?.at ?? Infinity;
  const isWithin = (at: number, from: number, ms: number) => at >= from && at < from + ms;
  return (url, at) => {
    if (url === old.url) return at >= gone ? 410 : 200;
    if (url === crm.url && isWithin(at, outage, 3 * HOUR)) return 503;
    return url === crm.url && isWithin(at, short, MINUTE) ? 500 : 200;
  };
}
