import type { EventType } from '#contract/webhook-events.ts';
import type { Db } from '#server/db/db.ts';
import { changeSubscription } from '#server/webhooks/change-subscription.ts';
import { Deliverer } from '#server/webhooks/deliverer.ts';
import { addSubscription } from '#server/webhooks/subscriptions.ts';
import { getNextDue, hasSubscriptions } from '#server/demo/demo.sql.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import { DEMO_ACTOR, type DemoEvent } from '#server/demo/write-silently.ts';
import { startLoopbackReceiver } from './loopback-receiver.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The log of deliveries covers thirty days. */
const HISTORY_MS = 20 * DAY;
const MAX_EVENTS = 90;

interface Endpoint {
  readonly path: string;
  /** The final address, once the story is written: a name that does not resolve. */
  readonly url: string;
  readonly description: string;
  readonly events: readonly EventType[];
}

const ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/crm',
    url: 'https://crm.lumen-cycles.example/hooks/support',
    description: 'Ratings and handoffs for the CRM',
    events: ['csat.submitted', 'handoff.created', 'handoff.resolved', 'webhook.disabled'],
  },
  {
    path: '/chat',
    url: 'https://chat.lumen-cycles.example/hooks/desk',
    description: 'Tells the desk’s chat room who waits',
    events: ['handoff.created', 'handoff.resolved'],
  },
  {
    path: '/old',
    url: 'https://old-shop.lumen-cycles.example/in',
    description: 'The shop system before this one',
    events: ['csat.submitted'],
  },
];

/**
 * Splits events into the newest, which webhooks deliver, and the older ones. A site that already has subscriptions
 * delivers none.
 */
export async function divideNews<Event extends DemoEvent>(
  { database, site, now }: DemoScene,
  events: readonly Event[],
): Promise<{ readonly older: readonly Event[]; readonly news: readonly Event[] }> {
  const isFree = !(await hasSubscriptions(database.owner, site.id));
  const recent = isFree ? events.filter(({ at }) => at > now.getTime() - HISTORY_MS).slice(-MAX_EVENTS) : [];
  const from = events.length - recent.length;
  return { older: events.slice(0, from), news: events.slice(from) };
}

/**
 * Delivers the newest events to three subscriptions, by the service's own deliverer under the clock of the story, over
 * loopback. One endpoint fails for some hours, one is gone for good. At the end all subscriptions are paused, their
 * addresses do not resolve, and no delivery is pending.
 */
export async function seedWebhooks(scene: DemoScene, news: readonly DemoEvent[]): Promise<void> {
  const { database, now } = scene;
  if (news.length === 0) return;
  const clock = new StoryClock(now.getTime() - HISTORY_MS - DAY);
  const troubles = planTroubles(news, now.getTime());
  const receiver = await startLoopbackReceiver((path) => troubles(path, clock.at));
  try {
    // One transaction, so that a deliverer on another node never sees a subscription with the address of this process.
    await database.owner.transaction((db) => seedNews(db, scene, { news, clock, origin: receiver.origin }));
  } finally {
    await receiver.close();
  }
}

class StoryClock {
  at: number;

  constructor(at: number) {
    this.at = at;
  }

  now(): Date {
    return new Date(this.at);
  }
}

interface SeededNews {
  readonly news: readonly DemoEvent[];
  readonly clock: StoryClock;
  readonly origin: string;
}

async function seedNews(db: Db, scene: DemoScene, { news, clock, origin }: SeededNews): Promise<void> {
  const { site, keys, now } = scene;
  // No name is ever resolved: the story's addresses are IP addresses, and the final ones do not resolve.
  const resolveHost = () => Promise.resolve([]);
  const rules = { config: { webhookAllowPrivate: true }, resolveHost };
  const call = () => ({ db, site, keys, actor: DEMO_ACTOR, now: clock.now(), ...rules });
  const made: { readonly id: bigint; readonly url: string }[] = [];
  for (const { path, url, description, events } of ENDPOINTS) {
    const body = { url: `${origin}${path}`, description, events: [...events] };
    made.push({ id: (await addSubscription({ ...call(), body })).id, url });
  }
  const deliverer = new Deliverer({
    database: { owner: db, forSite: () => db },
    keys,
    clock,
    resolveHost,
    allowPrivate: true,
    random: () => 0.5,
    report: () => undefined,
    warn: (error, message) => {
      throw error instanceof Error ? error : new Error(message);
    },
  });
  const deliverUntil = async (until: number) => {
    for (;;) {
      const due = await getNextDue(db, site.id);
      if (due === undefined || Date.parse(due) > until) return;
      clock.at = Math.max(clock.at, Date.parse(due));
      await deliverer.runDue(site.id);
    }
  };
  for (const { at, write } of news) {
    await deliverUntil(at);
    clock.at = Math.max(clock.at, at);
    await write(db, { actor: DEMO_ACTOR, now: clock.now() });
  }
  await deliverUntil(now.getTime());
  clock.at = now.getTime();
  for (const { id, url } of made) await changeSubscription(call(), id, { url, enabled: false });
}

/** The answers of each endpoint over time: an outage begins with an event, so that each story has one. */
function planTroubles(news: readonly DemoEvent[], now: number): (path: string, at: number) => number {
  const sent = news.filter(({ isNews }) => isNews);
  const older = sent.filter(({ at }) => at < now - 2 * DAY);
  const begin = (share: number) => older[Math.floor(older.length * share)]?.at ?? Infinity;
  const [outage, gone] = [begin(0.4), begin(0.65)];
  const shortOutage = sent.findLast(({ at }) => at < now - 2 * HOUR)?.at ?? Infinity;
  const isWithin = (at: number, from: number, ms: number) => at >= from && at < from + ms;
  return (path, at) => {
    if (path === '/old') return at >= gone ? 410 : 200;
    if (path === '/crm' && isWithin(at, outage, 3 * HOUR)) return 503;
    return path === '/crm' && isWithin(at, shortOutage, MINUTE) ? 500 : 200;
  };
}
