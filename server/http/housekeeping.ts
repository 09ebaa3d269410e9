import { removeOldRefusals } from '#server/ai/remove-old-refusals.ts';
import { removeOldAudit } from '#server/audit/remove-old-audit.ts';
import { removeOldImportRows } from '#server/customers/bulk-bind/bind-jobs.ts';
import { removeOldMergeUndo } from '#server/customers/merge/receipt.ts';
import { searchDueSites } from '#server/customers/merge/search-duplicates.ts';
import { removeOldSnapshots, takeSnapshots } from '#server/health/snapshots.ts';
import { renewAllKeys } from '#server/site-keys/renew-keys.ts';
import { foldCounters } from '#server/counters/fold-counters.ts';
import { removeOldUndo } from '#server/tickets/write/undo-record.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';
import { pruneDeliveries } from '#server/webhooks/keep-deliveries.ts';
import { KEYED_RETENTION_MS } from './idempotency.ts';
import { deleteOldKeyedCalls } from './idempotency.sql.ts';
import { describeError } from './log.ts';
import type { Service } from './service.ts';
import { visitDueSites } from '#server/operation/due-sites.ts';
import { removeEndedSessions } from '#server/tokens/sessions.ts';

const SECOND_MS = 1000;
const RETENTION_MS = 3_600_000;

/** Background jobs of the service: writing counters, removing old rows. */
export class Housekeeping {
  readonly #service: Service;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<void>>();
  #isStopping = false;
  #stopListening: (() => Promise<void>) | null = null;

  constructor(service: Service) {
    this.#service = service;
  }

  start(): void {
    const { database } = this.#service;
    const isWanted = () => !this.#isStopping;
    this.#once(() => this.listen());
    this.#every(2 * SECOND_MS, () => this.flushTokens());
    this.#every(10 * SECOND_MS, () => this.foldCounters());
    this.#now(60 * SECOND_MS, () => this.searchDuplicates());
    this.#every(60 * SECOND_MS, () => this.runEveryMinute());
    // Needed after an upgrade that changed the matching rules, an import of all sites, or an interrupted change of country.
    // Takes minutes for a large site.
    this.#now(60 * SECOND_MS, () => renewAllKeys(database, isWanted));
    this.#every(60 * SECOND_MS, () => this.takeSnapshots());
    // Also at the start, as sites became due while no service ran.
    this.#now(60 * SECOND_MS, () => this.runEveryHour());
  }

  /** Drops cached tokens when another node or an admin command revokes one. */
  async listen(): Promise<void> {
    const { database, tokens } = this.#service;
    this.#stopListening = await database.listen('tokens_changed', (siteId) =>
      tokens.forget(siteId === '' ? undefined : BigInt(siteId)),
    );
  }

  async flushTokens(): Promise<void> {
    await this.#service.tokens.flush();
  }

  /**
   * Folds the counters of the sites that this node was called for: they are correct without it, but reading them slows down
   * with the number of deltas. A site without calls can wait, whatever an import or another node has written.
   */
  async foldCounters(): Promise<void> {
    const { database, tokens } = this.#service;
    const isWanted = () => !this.#isStopping;
    for (const siteId of tokens.use.takeCalledSites()) {
      await foldCounters(database.forSite(siteId), siteId, isWanted).catch(this.#warn);
    }
  }

  /** Fills the lists of duplicates, mostly at night. A large site takes minutes. */
  async searchDuplicates(): Promise<void> {
    const { database, clock, config } = this.#service;
    if (config.extensions) await searchDueSites({ database, clock, isWanted: () => !this.#isStopping });
  }

  /** Stores the hourly health figures of every site. Many sites take longer than a minute. */
  async takeSnapshots(): Promise<void> {
    const { database, clock, config } = this.#service;
    if (config.extensions) await takeSnapshots({ database, clock, isWanted: () => !this.#isStopping });
  }

  async runEveryMinute(): Promise<void> {
    const { database, clock, rateLimit, refusedTokens, failedCalls, log } = this.#service;
    const now = clock.now();
    // An unknown token belongs to no site, so this goes to the service log instead of an audit log.
    for (const burst of failedCalls.takeBursts()) log.warn(burst, 'many calls with unknown tokens');
    await refusedTokens.flush(database, now);
    rateLimit.sweep(now.getTime());
  }

  /** Removes rows past their retention, of each site once an hour. */
  async runEveryHour(): Promise<void> {
    const { database, clock } = this.#service;
    const isWanted = () => !this.#isStopping;
    await visitDueSites({ database, clock, isWanted }, 'retention', async (site, now) => {
      const db = database.forSite(site.id);
      const keyedBefore = new Date(now.getTime() - KEYED_RETENTION_MS);
      const removals = [
        () => inSteps(() => deleteOldKeyedCalls(db, site.id, keyedBefore, STEP_ROWS), isWanted),
        () => removeOldUndo(db, site, now, isWanted),
        () => removeOldImportRows(db, site, now),
        () => removeOldMergeUndo(db, site, now, isWanted),
        () => removeEndedSessions(db, site, now),
        () => removeOldAudit(database.owner, site, now, isWanted),
        () => removeOldRefusals(db, site, now, isWanted),
        () => pruneDeliveries(db, site.id, now, isWanted),
        () => removeOldSnapshots(db, site, now, isWanted),
      ];
      // A failure does not keep the next one from its rows.
      for (const remove of removals) await remove().catch(this.#warn);
      return new Date(now.getTime() + RETENTION_MS);
    });
  }

  /** Waits for running jobs and writes the counters in memory. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#running);
    await this.#stopListening?.();
    const { tokens, refusedTokens, database, clock, log } = this.#service;
    try {
      await tokens.flush();
      await refusedTokens.flush(database, clock.now());
    } catch (error) {
      log.error(describeError(error), 'counts of the last two seconds were not written');
    }
  }

  /** Runs a job at an interval, independently of the others; a turn is skipped while the job's last run continues. */
  #every(ms: number, work: () => Promise<void>): () => void {
    let isRunning = false;
    const turn = () => {
      if (isRunning) return;
      isRunning = true;
      this.#once(() => work().finally(() => (isRunning = false)));
    };
    this.#timers.push(setInterval(turn, ms).unref());
    return turn;
  }

  /** The same, and immediately. */
  #now(ms: number, work: () => Promise<void>): void {
    this.#every(ms, work)();
  }

  /** A failure is logged; a job at an interval runs again at its next turn. */
  #once(work: () => Promise<void>): void {
    const run: Promise<void> = work()
      .catch(this.#warn)
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  readonly #warn = (error: unknown): void => {
    this.#service.log.warn(describeError(error), 'housekeeping failed');
  };
}
