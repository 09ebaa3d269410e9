import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/db.ts';
import type { Clock, ResolveHost } from '#server/operation/call.ts';
import { FairSemaphore, type SemaphoreLoad } from '#server/fair-semaphore.ts';
import type { AppKeys } from '#server/secrets/app-keys.ts';
import { claimDueSites, markDue, planNextVisit } from './due-sites.sql.ts';
import { leaseDue, releaseLease, type LeasedDelivery } from './lease.sql.ts';
import { recordAttempt } from './record-attempt.ts';
import { BREAKER_FAILURES } from './retry-rules.ts';
import { sendDelivery, type AttemptOutcome } from './send-delivery.ts';
import { onDueDeliveries } from './wake-deliverers.ts';
import { signingSecrets } from './webhook-secret.ts';

/** For a site that delivers alone; other sites get a share each in addition. */
const MAX_IN_FLIGHT = 32;
const SHARE = MAX_IN_FLIGHT / 4;
const MAX_OF_ALL = 2 * MAX_IN_FLIGHT;
const MAX_PER_ENDPOINT = 8;
/** Longer than an attempt with all its queries. */
const LEASE_MS = 60_000;
/** The delay of a delivery whose secret cannot be derived, until the operator restores the key. */
const MISSING_KEY_MS = 300_000;
const POLL_MS = 1_000;
/** A site with subscriptions is visited at least this often, so that deliveries of a crashed node are found. */
const REVISIT_MS = 60_000;
/** Sites per claim, which are looked at concurrently: few, so that other nodes get their part. */
const MAX_CLAIMED = 8;
/** Grace period for attempts in flight at shutdown. */
const GRACE_MS = 5_000;

export interface DelivererParts {
  readonly database: Pick<Database, 'owner' | 'forSite'>;
  readonly keys: AppKeys;
  readonly clock: Clock;
  readonly resolveHost: ResolveHost;
  readonly allowPrivate: boolean;
  /** Returns 0 to 1, for the jitter of retries and visits. */
  readonly random: () => number;
  /** Called after each attempt. */
  readonly report: (outcome: AttemptOutcome) => void;
  readonly warn: (error: unknown, message: string) => void;
}

/**
 * Takes due deliveries from the outbox and sends them, at least once each. It visits a site when this process has written
 * deliveries of it, and when `site_due` says so; several nodes share the sites. See docs/api.md, "Delivery".
 */
export class Deliverer {
  readonly #parts: DelivererParts;
  /** Sites to visit as soon as there is room. */
  readonly #due = new Set<bigint>();
  readonly #visits = new Map<bigint, Promise<void>>();
  /** Sites to visit when one of their deliveries ends, because an endpoint is at its limit. */
  readonly #heldBack = new Set<bigint>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #slots = new FairSemaphore({ capacity: MAX_IN_FLIGHT, share: SHARE, most: MAX_OF_ALL });
  readonly #abort = new AbortController();
  readonly #stopped = Promise.withResolvers<void>();
  #isStopping = false;
  #running: Promise<void> | null = null;
  #stopHearing: (() => void) | null = null;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  load(): SemaphoreLoad {
    return this.#slots.load();
  }

  /** Delivers everything that is due now, of one site or of all. */
  async runDue(siteId?: bigint): Promise<void> {
    if (siteId === undefined) {
      await markDue(this.#parts.database.owner, null, this.#parts.clock.now());
      while ((await this.#claimSites()) > 0);
    } else this.#visitSoon(siteId);
    for (;;) {
      const work = [...this.#visits.values(), ...this.#inFlight];
      if (work.length === 0) return;
      await Promise.race(work);
    }
  }

  /** Starts visiting sites: each second those that are due, and the others after each commit that contains an event. */
  start(): void {
    this.#stopHearing = onDueDeliveries((siteId) => this.#visitSoon(siteId));
    this.#running = this.#run();
  }

  /** Stops taking deliveries; aborts those in flight after the grace period. */
  beginStop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#stopped.resolve();
    setTimeout(() => this.#abort.abort(), GRACE_MS).unref();
  }

  /** Resolves when nothing is in flight any more; aborted deliveries and sites not yet visited are left to other nodes. */
  async stop(): Promise<void> {
    this.beginStop();
    await this.#running;
    await Promise.all(this.#visits.values());
    await Promise.all(this.#inFlight);
    this.#stopHearing?.();
    await this.#offerDue();
  }

  async #run(): Promise<void> {
    const { database, clock } = this.#parts;
    let isStarting = true;
    while (!this.#isStopping) {
      let isMore = false;
      try {
        // A node that crashed may have left deliveries in any site.
        if (isStarting) await markDue(database.owner, null, clock.now());
        isStarting = false;
        const claimed = this.#slots.held < MAX_OF_ALL ? await this.#claimSites() : 0;
        isMore = claimed === MAX_CLAIMED && this.#due.size === 0;
      } catch (error) {
        this.#parts.warn(error, 'due webhooks could not be found');
      }
      this.#visitDue();
      if (isMore) continue;
      await this.#offerDue();
      await this.#pause();
    }
  }

  #pause(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const pause = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, POLL_MS);
    });
    return Promise.race([pause, this.#stopped.promise]).finally(() => clearTimeout(timer));
  }

  /** Takes some sites that `site_due` names and visits those with due deliveries. Returns how many it took. */
  async #claimSites(): Promise<number> {
    const now = this.#parts.clock.now();
    // Spreads the sites over time.
    const until = new Date(now.getTime() + (REVISIT_MS / 2) * (1 + this.#parts.random()));
    const sites = await claimDueSites(this.#parts.database.owner, { now, until, limit: MAX_CLAIMED });
    await Promise.all(sites.map((siteId) => this.#visitIfDue(siteId, now)));
    return sites.length;
  }

  /** Most sites have nothing due, which one statement finds out. */
  async #visitIfDue(siteId: bigint, now: Date): Promise<void> {
    const { database, warn } = this.#parts;
    try {
      if (!(await planNextVisit(database.forSite(siteId), siteId, { ...visitTimes(now), soonest: null }))) return;
    } catch (error) {
      warn(error, 'due webhooks could not be looked for');
    }
    this.#visitSoon(siteId);
  }

  /** Lets other nodes visit the sites for which this one has no room. */
  async #offerDue(): Promise<void> {
    if (this.#due.size === 0) return;
    await markDue(this.#parts.database.owner, [...this.#due], this.#parts.clock.now()).catch((error: unknown) =>
      this.#parts.warn(error, 'due webhooks could not be left to other nodes'),
    );
  }

  #visitSoon(siteId: bigint): void {
    this.#due.add(siteId);
    this.#visitDue();
  }

  /** Starts a visit of each due site that there is room for, first of those with the fewest deliveries in flight. */
  #visitDue(): void {
    if (this.#isStopping) return;
    const held = (siteId: bigint) => this.#slots.heldBy(siteId);
    const waiting = [...this.#due].filter((siteId) => !this.#visits.has(siteId));
    for (const siteId of waiting.toSorted((a, b) => held(a) - held(b))) {
      if (this.#slots.held >= MAX_OF_ALL) return;
      const slots = this.#takeSlots(siteId, waiting.length > 1 ? SHARE : MAX_IN_FLIGHT);
      if (slots.length === 0) continue;
      this.#due.delete(siteId);
      this.#heldBack.delete(siteId);
      const visit = this.#visit(siteId, slots).then((isDone) => {
        this.#visits.delete(siteId);
        // The next turn tries again what failed.
        if (isDone) this.#visitDue();
        else this.#due.add(siteId);
      });
      this.#visits.set(siteId, visit);
    }
  }

  #takeSlots(siteId: bigint, most: number): (() => void)[] {
    const slots: (() => void)[] = [];
    while (slots.length < most) {
      const release = this.#slots.tryAcquire(siteId);
      if (release === null) break;
      slots.push(release);
    }
    return slots;
  }

  /** Leases as many deliveries of a site as there are slots, and starts to send them. False if the database failed. */
  async #visit(siteId: bigint, slots: (() => void)[]): Promise<boolean> {
    const { database, clock, warn } = this.#parts;
    const limit = slots.length;
    const lease = randomUUID();
    const now = clock.now();
    try {
      const { leased, isMore } = await database.forSite(siteId).transaction(async (db) => ({
        leased: await leaseDue(db, siteId, {
          now,
          until: new Date(now.getTime() + LEASE_MS),
          lease,
          limit,
          mostPerEndpoint: MAX_PER_ENDPOINT,
          breakerFailures: BREAKER_FAILURES,
        }),
        isMore: await planNextVisit(db, siteId, visitTimes(now)),
      }));
      for (const delivery of leased) this.#send(siteId, delivery, lease, slots.pop());
      if (isMore) (leased.length === limit ? this.#due : this.#heldBack).add(siteId);
      return true;
    } catch (error) {
      warn(error, 'due webhooks could not be taken');
      return false;
    } finally {
      for (const release of slots) release();
    }
  }

  #send(siteId: bigint, delivery: LeasedDelivery, lease: string, release: (() => void) | undefined): void {
    const work: Promise<void> = this.#deliver(siteId, delivery, lease)
      .catch((error: unknown) => this.#parts.warn(error, 'the outcome of a webhook was not stored'))
      .finally(() => {
        release?.();
        this.#inFlight.delete(work);
        if (this.#heldBack.delete(siteId)) this.#due.add(siteId);
        this.#visitDue();
      });
    this.#inFlight.add(work);
  }

  async #deliver(siteId: bigint, delivery: LeasedDelivery, lease: string): Promise<void> {
    const { database, keys, clock, resolveHost, allowPrivate, random, report, warn } = this.#parts;
    const { id, subscription_id: subscriptionId, url, message_id: messageId, body } = delivery;
    const db = database.forSite(siteId);
    const now = clock.now();
    const secrets = signingSecrets(keys, subscriptionId, delivery, now);
    if (secrets.length === 0) {
      warn(null, 'a webhook rests: the key of its secret is neither APP_SECRET nor APP_SECRET_PREVIOUS');
      const dueUtc = new Date(now.getTime() + MISSING_KEY_MS).toISOString();
      await releaseLease(db, siteId, { id, lease, dueUtc });
      return;
    }
    const { signal } = this.#abort;
    const outcome = await sendDelivery({ url, messageId, body, secrets }, { now, allowPrivate, resolveHost, signal });
    if (signal.aborted && outcome.error_code !== null) {
      await releaseLease(db, siteId, { id, lease, dueUtc: now.toISOString() });
      this.#due.add(siteId);
      return;
    }
    report(outcome);
    const attempted = { siteId, subscriptionId, deliveryId: id, lease, outcome };
    await recordAttempt(db, attempted, { now: clock.now(), random });
    // A visit plans the next attempt.
    if (outcome.error_code !== null) this.#due.add(siteId);
  }
}

/** When the next visit of a site may be. */
function visitTimes(now: Date): { readonly now: Date; readonly soonest: Date; readonly latest: Date } {
  const after = (ms: number) => new Date(now.getTime() + ms);
  return { now, soonest: after(POLL_MS), latest: after(REVISIT_MS) };
}
