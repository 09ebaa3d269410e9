import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/db.ts';
import type { Clock, ResolveHost } from '#server/operation/call.ts';
import { FairSemaphore } from '#server/fair-semaphore.ts';
import type { AppKeys } from '#server/secrets/app-keys.ts';
import { leaseDue, releaseLease, type LeasedDelivery } from './lease.sql.ts';
import { recordAttempt } from './record-attempt.ts';
import { BREAKER_FAILURES } from './retry-rules.ts';
import { sendDelivery, type AttemptOutcome } from './send-delivery.ts';
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
/** Grace period for attempts in flight at shutdown. */
const GRACE_MS = 5_000;

export interface DelivererParts {
  readonly database: Pick<Database, 'owner' | 'forSite' | 'listen'>;
  /** Restricts the deliverer to one site. */
  readonly siteId?: bigint;
  readonly keys: AppKeys;
  readonly clock: Clock;
  readonly resolveHost: ResolveHost;
  readonly allowPrivate: boolean;
  /** Returns 0 to 1, for the jitter of retries. */
  readonly random: () => number;
  /** Called after each attempt. */
  readonly report: (outcome: AttemptOutcome) => void;
  readonly warn: (error: unknown, message: string) => void;
}

/**
 * Takes due deliveries from the outbox and sends them, at least once each. Several deliverers can share a database. See
 * docs/api.md, "Delivery".
 */
export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #slots = new FairSemaphore({ capacity: MAX_IN_FLIGHT, share: SHARE, most: MAX_OF_ALL });
  readonly #abort = new AbortController();
  #isStopping = false;
  #running: Promise<void> | null = null;
  #wake = Promise.withResolvers<void>();
  #stopListening: (() => Promise<void>) | null = null;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Delivers everything that is due at an instant. */
  async runDue(now: Date): Promise<void> {
    await this.#takeDue(now);
    while (this.#inFlight.size > 0) {
      await Promise.race(this.#inFlight);
      await this.#takeDue(now);
    }
  }

  /** Starts polling each second, and on each commit that contains an event. */
  start(): void {
    this.#running = this.#run();
  }

  /** Stops taking deliveries; aborts those in flight after the grace period. */
  beginStop(): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#wake.resolve();
    setTimeout(() => this.#abort.abort(), GRACE_MS).unref();
  }

  /** Resolves when nothing is in flight any more; aborted deliveries return to the queue. */
  async stop(): Promise<void> {
    this.beginStop();
    await this.#running;
    await Promise.all(this.#inFlight);
    await this.#stopListening?.();
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      let timer: NodeJS.Timeout | undefined;
      const woken = (this.#wake = Promise.withResolvers<void>());
      try {
        this.#stopListening ??= await this.#parts.database.listen('webhooks_due', () => this.#wake.resolve());
        await this.#takeDue(this.#parts.clock.now());
      } catch (error) {
        this.#parts.warn(error, 'due webhooks could not be taken');
      }
      const pause = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, POLL_MS);
      });
      await Promise.race([woken.promise, pause, ...this.#inFlight]);
      clearTimeout(timer);
    }
  }

  async #takeDue(now: Date): Promise<void> {
    const roomWithinShare = MAX_OF_ALL - this.#slots.held;
    if (roomWithinShare === 0 || this.#isStopping) return;
    const lease = randomUUID();
    const leased = await leaseDue(this.#parts.database.owner, {
      now: now.toISOString(),
      until: new Date(now.getTime() + LEASE_MS).toISOString(),
      siteId: this.#parts.siteId ?? null,
      lease,
      room: Math.max(0, MAX_IN_FLIGHT - this.#slots.held),
      roomWithinShare,
      share: SHARE,
      held: this.#slots.holders(),
      mostPerEndpoint: MAX_PER_ENDPOINT,
      breakerFailures: BREAKER_FAILURES,
    });
    for (const delivery of leased) {
      const release = this.#slots.tryAcquire(delivery.site_id);
      const work: Promise<void> = this.#deliver(delivery, lease)
        .catch((error: unknown) => this.#parts.warn(error, 'the outcome of a webhook was not stored'))
        .finally(() => {
          release?.();
          this.#inFlight.delete(work);
        });
      this.#inFlight.add(work);
    }
  }

  async #deliver(delivery: LeasedDelivery, lease: string): Promise<void> {
    const { database, keys, clock, resolveHost, allowPrivate, random, report, warn } = this.#parts;
    const { site_id: siteId, id, subscription_id: subscriptionId, url, message_id: messageId, body } = delivery;
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
      return;
    }
    report(outcome);
    const attempted = { siteId, subscriptionId, deliveryId: id, lease, outcome };
    await db.transaction((db) => recordAttempt(db, attempted, { now: clock.now(), random }));
  }
}
