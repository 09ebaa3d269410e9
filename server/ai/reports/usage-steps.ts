import { ApiError } from '#server/operation/api-error.ts';
import { sql, type Db } from '#server/db/db.ts';
import { StepSize } from '#server/operation/in-steps.ts';
import { OneASite } from '#server/operation/one-a-site.ts';
import { Semaphore } from '#server/operation/semaphore.ts';
import type { Page } from './report-parameters.ts';
import {
  addKeys,
  addLatencies,
  addParts,
  createKeyTable,
  createLatencyTable,
  createPartTable,
  dropTables,
  findKeysOfPage,
  getEndOfSlice,
  getLastId,
  lookUpOneByOne,
  partUpTo,
  stepTables,
  type Position,
  type Source,
} from './usage-steps.sql.ts';
import {
  areOfNone,
  findPage,
  findPercentilesOf,
  keysOfCalls,
  keysOfRefusals,
  latenciesOfCalls,
  partsOfCalls,
  partsOfRefusals,
  type CallGroup,
  type GroupPercentiles,
  type GroupsOfPage,
  type PartOf,
  type UsagePage,
  type UsageReader,
  type UsageSelection,
} from './usage.sql.ts';

/** A report that has not ended by then does not end any more; clients wait for 30 s. */
const TIMEOUT_MS = 25_000;
const PLACES = [1, 2, 3, 4];
/** Calls of one step: fewer would be more beginning and ending than reading, on a machine that is busy with other things. */
const SIZE = { first: 2_000, least: 2_000, most: 20_000 };
/** Calls that one statement finds by the keys of a page. */
const NEAR = 10_000;

/** Reports in steps at the same moment: one of a site, so that others are not held up by its queue, and four in all. */
class StepPlaces {
  readonly #sites = new OneASite();
  readonly #all = new Semaphore(PLACES.length);
  readonly #free = [...PLACES];

  /** @throws the signal's reason where it comes before a place. */
  run<Result>(siteId: bigint, signal: AbortSignal, work: (place: number) => Promise<Result>): Promise<Result> {
    return this.#sites.run(siteId, signal, async () => {
      const leave = await this.#all.acquire(signal);
      const place = this.#free.pop() ?? 0;
      try {
        return await work(place);
      } finally {
        this.#free.push(place);
        leave();
      }
    });
  }
}

const places = new StepPlaces();

/**
 * Gives `work` a reader of usage that reads calls slice by slice, each a transaction of a tenth of a second: on the embedded
 * database others have their turn in between. What the slices add up to is in tables of the session until it ends. See
 * decision 0034.
 * @throws ApiError overloaded after 25 seconds
 */
export async function readUsageInSteps<Result>(
  db: Db,
  siteId: bigint,
  selection: UsageSelection,
  work: (reader: UsageReader) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await places.run(siteId, signal, async (place) => {
      const tables = stepTables(place);
      // Of a report whose session failed.
      await dropTables(db, tables);
      try {
        return await work(
          new UsageSteps(db, siteId, selection, { tables, signal, lastId: await getLastId(db, siteId) }),
        );
      } finally {
        await dropTables(db, tables);
      }
    });
  } catch (error) {
    if (error !== signal.reason) throw error;
    const message = 'The report takes too long on a busy service: ask for fewer days';
    throw new ApiError('overloaded', message, { retryAfterSeconds: 30 });
  }
}

interface Run {
  readonly tables: ReturnType<typeof stepTables>;
  readonly signal: AbortSignal;
  readonly lastId: bigint;
}

class UsageSteps implements UsageReader {
  readonly #db: Db;
  readonly #siteId: bigint;
  readonly #selection: UsageSelection;
  readonly #run: Run;

  constructor(db: Db, siteId: bigint, selection: UsageSelection, run: Run) {
    this.#db = db;
    this.#siteId = siteId;
    this.#selection = selection;
    this.#run = run;
  }

  async findKeys(group: CallGroup, page: Page): Promise<GroupsOfPage & { readonly total: number }> {
    const { keys: table } = this.#run.tables;
    const { order } = this.#selection;
    await createKeyTable(this.#db, table, group);
    let total = 0;
    await this.#eachSlice('calls', async (db, part) => {
      total += await addKeys(db, table, keysOfCalls(this.#siteId, this.#selection, group, part), order);
    });
    await this.#eachSlice('refusals', async (db, part) => {
      total += await addKeys(db, table, keysOfRefusals(this.#siteId, this.#selection, group, part), order);
    });
    return { group, ...(await findKeysOfPage(this.#db, table, group, page)), total };
  }

  async findSums(only: GroupsOfPage | null, page: Page): Promise<UsagePage> {
    const { parts: table } = this.#run.tables;
    const calls = (part: PartOf) => partsOfCalls(this.#siteId, this.#selection, only, part);
    const refusals = (part: PartOf) => partsOfRefusals(this.#siteId, this.#selection, only, part);
    await createPartTable(this.#db, table);
    await this.#eachPart(only, (db, part) => addParts(db, table, calls(part)));
    await this.#eachSlice('refusals', (db, part) => addParts(db, table, refusals(part)));
    return this.#db.transaction(async (db) => {
      await lookUpOneByOne(db);
      return findPage(db, this.#siteId, sql`select * from ${table}`, this.#selection.order, page);
    });
  }

  async findPercentiles(only: GroupsOfPage | null): Promise<readonly GroupPercentiles[]> {
    const { latencies: table } = this.#run.tables;
    const latencies = (part: PartOf) => latenciesOfCalls(this.#siteId, this.#selection, only, part);
    await createLatencyTable(this.#db, table);
    await this.#eachPart(only, (db, part) => addLatencies(db, table, latencies(part)));
    return findPercentilesOf(this.#db, sql`select * from ${table}`);
  }

  /** Calls in one step where the groups of the page have few of them, which indexes find. */
  async #eachPart(only: GroupsOfPage | null, add: (db: Db, part: PartOf) => Promise<void>): Promise<void> {
    const isNear = only !== null && !areOfNone(only.keys) && (only.calls ?? Infinity) <= NEAR;
    if (!isNear) return this.#eachSlice('calls', add);
    await this.#db.transaction(async (db) => {
      await lookUpOneByOne(db);
      await add(db, partUpTo(this.#run.lastId));
    });
  }

  async #eachSlice(source: Source, add: (db: Db, part: PartOf) => Promise<void>): Promise<void> {
    const { signal, lastId } = this.#run;
    const { days, filter } = this.#selection;
    if (filter.status === 'refused' && source === 'calls') return;
    const size = new StepSize(SIZE);
    let after: Position | null = null;
    for (;;) {
      signal.throwIfAborted();
      const last: Position | null = after;
      const through: Position | undefined = await this.#db.transaction((db) =>
        size.measure(async () => {
          await lookUpOneByOne(db);
          const of = { source, days, status: filter.status };
          const end = await getEndOfSlice(db, this.#siteId, of, last, size.rows);
          if (end !== undefined) await add(db, partUpTo(lastId, { after: last, through: end }));
          return end;
        }),
      );
      if (through === undefined) return;
      after = through;
    }
  }
}
