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

/** Jobs of the running service: writes counts, removes old rows. */
export class Housekeeping {
  readonly #service: Service;
  readonly #timers: NodeJS.Timeout[] = [];
  #isStopping = false;
  #stopListening: (() => Promise<void>) | null = null;
  #running: Promise<unknown> = Promise.resolve();
  /** Runs of the loops that wait for no other job. */
  readonly #loops = new Set<Promise<void>>();
  /** Removals may take long after a long stop, so they have a queue of their own and do not delay counts and sums. */
  #removing: Promise<unknown> = Promise.resolve();

  constructor(service: Service) {
    this.#service = service;
  }

  start(): void {
    // Alone: the end of a session that is used depends on it, and other turns may take half an hour.
    this.#every(
      2 * SECOND_MS,
      this.#loop(() => this.flushTokens()),
    );
    this.#every(10 * SECOND_MS, () => this.#run(() => this.foldCounters()));
    this.#every(10 * SECOND_MS, () => this.#run(() => this.compareCustomers()));
    this.#every(60 * SECOND_MS, () => this.#run(() => this.runEveryMinute()));
    const { database } = this.#service;
    const isWanted = () => !this.#isStopping;
    // After an upgrade with other rules of matching, an import of all sites or a change of country that was cut off. A
    // large site takes minutes.
    const renewKeys = this.#loop(() => renewAllKeys(database, isWanted));
    this.#every(60 * SECOND_MS, renewKeys);
    this.#every(
      60 * SECOND_MS,
      this.#loop(() => this.takeSnapshots()),
    );
    this.#every(3600 * SECOND_MS, () => this.#remove());
    // A service that is restarted within each hour, or rested for long, removes what is past its time all the same.
    this.#remove();
    this.#loop(() => this.listen())();
    // Rows may have been written while no service ran, such as by an import.
    this.#run(() => this.foldCounters());
    renewKeys();
  }

  /** Revocations of other nodes and of the admin commands are heard at once. */
  async listen(): Promise<void> {
    const { database, tokens } = this.#service;
    this.#stopListening = await database.listen('tokens_changed', () => tokens.forget());
  }

  async flushTokens(): Promise<void> {
    await this.#service.tokens.flush();
  }

  /** Counts are right without it; they take longer the more deltas there are. */
  async foldCounters(): Promise<void> {
    const { owner } = this.#service.database;
    await foldCounters(owner, () => !this.#isStopping);
    await foldAnswers(owner);
  }

  /** Customers that changed with others: what an import left goes on from turn to turn. */
  async compareCustomers(): Promise<void> {
    await compareAllChanged(this.#service.database, () => !this.#isStopping);
  }

  /** Each hour's figures of health, of every site: many of them take longer than a minute, so beside the rest. */
  async takeSnapshots(): Promise<void> {
    const { database, clock, config } = this.#service;
    if (config.extensions) await takeSnapshots({ database, clock, isWanted: () => !this.#isStopping });
  }

  async runEveryMinute(): Promise<void> {
    const { database, clock, rateLimit, refusedTokens, failedCalls, log } = this.#service;
    const now = clock.now();
    // Nobody's token belongs to no site, so its calls stand in the log of the service, not in an audit log.
    for (const burst of failedCalls.takeBursts()) log.warn(burst, 'many calls with unknown tokens');
    await refusedTokens.flush(database, now);
    await rateLimit.sweep(now.getTime());
  }

  /** At the start too. Nodes that do it at the same moment share the rows. */
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

  /** Writes what is still in memory. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([this.#running, this.#removing, ...this.#loops]);
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

  /** Runs the work beside everything else whenever it is called, unless its last run is still under way. */
  #loop(work: () => Promise<void>): () => void {
    let running: Promise<void> | null = null;
    return () => {
      if (running !== null) return;
      const run = work()
        .catch(this.#warn)
        .finally(() => {
          running = null;
          this.#loops.delete(run);
        });
      running = run;
      this.#loops.add(run);
    };
  }

  /** One thing at a time; a failure is logged and tried again at the next turn. */
  #run(work: () => Promise<void>): void {
    this.#running = this.#running.then(work).catch(this.#warn);
  }

  #remove(): void {
    this.#removing = this.#removing.then(() => this.runEveryHour()).catch(this.#warn);
  }

  readonly #warn = (error: unknown): void => {
    this.#service.log.warn(describeError(error), 'housekeeping failed');
  };
}
