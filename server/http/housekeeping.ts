import { foldAnswers } from '#server/csat/fold-answers.ts';
import { removeOldRefusals } from '#server/ai/remove-old-refusals.ts';
import { removeOldAudit } from '#server/audit/remove-old-audit.ts';
import { removeOldImportRows } from '#server/customers/bulk-bind/bind-jobs.ts';
import { compareAllChanged } from '#server/customers/merge/compare-changed.ts';
import { removeOldMergeUndo } from '#server/customers/merge/receipt.ts';
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
import { removeEndedSessions } from '#server/tokens/sessions.ts';

const SECOND_MS = 1000;

/** Background jobs of the service: writing counters, removing old rows. */
export class Housekeeping {
  readonly #service: Service;
  readonly #timers: NodeJS.Timeout[] = [];
  #isStopping = false;
  #stopListening: (() => Promise<void>) | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  /** Running jobs that do not wait for others. */
  readonly #independentRuns = new Set<Promise<void>>();
  /** Removals can take long after a long downtime, so they have their own queue and do not delay the counters. */
  #removalQueue: Promise<unknown> = Promise.resolve();

  constructor(service: Service) {
    this.#service = service;
  }

  start(): void {
    // Independent of the queue: an active session would expire if a job of half an hour delayed this.
    this.#every(
      2 * SECOND_MS,
      this.#independent(() => this.flushTokens()),
    );
    this.#every(10 * SECOND_MS, () => this.#enqueue(() => this.foldCounters()));
    this.#every(10 * SECOND_MS, () => this.#enqueue(() => this.compareCustomers()));
    this.#every(60 * SECOND_MS, () => this.#enqueue(() => this.runEveryMinute()));
    const { database } = this.#service;
    const isWanted = () => !this.#isStopping;
    // Needed after an upgrade that changed the matching rules, an import of all sites, or an interrupted change of country.
    // Takes minutes for a large site.
    const renewKeys = this.#independent(() => renewAllKeys(database, isWanted));
    this.#every(60 * SECOND_MS, renewKeys);
    this.#every(
      60 * SECOND_MS,
      this.#independent(() => this.takeSnapshots()),
    );
    this.#every(3600 * SECOND_MS, () => this.#enqueueRemoval());
    // Also at the start, in case the service never runs for a whole hour or was down for long.
    this.#enqueueRemoval();
    this.#independent(() => this.listen())();
    // Rows may have been written while no service ran, such as by an import.
    this.#enqueue(() => this.foldCounters());
    renewKeys();
  }

  /** Drops cached tokens when another node or an admin command revokes one. */
  async listen(): Promise<void> {
    const { database, tokens } = this.#service;
    this.#stopListening = await database.listen('tokens_changed', () => tokens.forget());
  }

  async flushTokens(): Promise<void> {
    await this.#service.tokens.flush();
  }

  /** Counters are correct without it, but reading them slows down with the number of deltas. */
  async foldCounters(): Promise<void> {
    const { owner } = this.#service.database;
    await foldCounters(owner, () => !this.#isStopping);
    await foldAnswers(owner);
  }

  /** Compares changed customers with all others; the backlog of an import takes many runs. */
  async compareCustomers(): Promise<void> {
    await compareAllChanged(this.#service.database, () => !this.#isStopping);
  }

  /** Stores the hourly health figures of every site. Many sites take longer than a minute, so it runs beside the queue. */
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
    await rateLimit.sweep(now.getTime());
  }

  /** Removes rows past their retention, also at the start. Concurrent nodes share the rows. */
  async runEveryHour(): Promise<void> {
    const { database, clock } = this.#service;
    const { owner } = database;
    const now = clock.now();
    const isWanted = () => !this.#isStopping;
    const keyedBefore = new Date(now.getTime() - KEYED_RETENTION_MS);
    await inSteps(() => deleteOldKeyedCalls(owner, keyedBefore, STEP_ROWS), isWanted);
    await removeOldUndo(owner, now, isWanted);
    await removeOldImportRows(owner, now);
    await removeOldMergeUndo(owner, now, isWanted);
    await removeEndedSessions(owner, now);
    await removeOldAudit(owner, now, isWanted);
    await removeOldRefusals(owner, now, isWanted);
    await pruneDeliveries(owner, now, isWanted);
    await removeOldSnapshots(owner, now, isWanted);
  }

  /** Waits for running jobs and writes the counters in memory. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([this.#queue, this.#removalQueue, ...this.#independentRuns]);
    await this.#stopListening?.();
    const { tokens, refusedTokens, database, clock, log } = this.#service;
    try {
      await tokens.flush();
      await refusedTokens.flush(database, clock.now());
    } catch (error) {
      log.error(describeError(error), 'counts of the last two seconds were not written');
    }
  }

  #every(ms: number, work: () => void): void {
    this.#timers.push(setInterval(work, ms).unref());
  }

  /** Wraps a job that runs independently of the queue; a call does nothing while the previous run continues. */
  #independent(work: () => Promise<void>): () => void {
    let running: Promise<void> | null = null;
    return () => {
      if (running !== null) return;
      const run = work()
        .catch(this.#warn)
        .finally(() => {
          running = null;
          this.#independentRuns.delete(run);
        });
      running = run;
      this.#independentRuns.add(run);
    };
  }

  /** Queues a job. Jobs run one at a time; a failed one is logged and runs again at its next interval. */
  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch(this.#warn);
  }

  #enqueueRemoval(): void {
    this.#removalQueue = this.#removalQueue.then(() => this.runEveryHour()).catch(this.#warn);
  }

  readonly #warn = (error: unknown): void => {
    this.#service.log.warn(describeError(error), 'housekeeping failed');
  };
}
