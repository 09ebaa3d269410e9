import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import { analyzeGrown } from '#server/db/analyze-grown.ts';
import type { Db, Reserve } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { Progress } from './progress.ts';
import { countOutcomes, type CheckedStore, type RowFault, type RowOutcome, type RowStore } from './row-store.ts';
import type { LeftOutRow } from './run-report.ts';

/** A row of a file with its object, or with the reason why it cannot be read. */
export type ImportLine = {
  /** Where it is in the file, for messages, such as `line 12`. */
  readonly place: string;
} & ({ readonly value: object } | { readonly fault: RowFault; readonly externalId?: string });

export interface ImportCounts {
  readonly site_id: bigint;
  readonly kind: string;
  readonly total_rows: number;
  readonly imported_rows: number;
  readonly skipped_rows: number;
  readonly failed_rows: number;
  readonly error_sample: readonly string[];
}

export interface ImportRun {
  readonly rows: AsyncIterable<ImportLine>;
  readonly store: RowStore;
  readonly progress: Progress;
  /** Receives the rows that were not stored, after the commit of their batch. */
  readonly leaveOut: (rows: readonly LeftOutRow[]) => Promise<void>;
}

const SAMPLE = 20;
/** The tables in which rows of imports are looked up. */
const GROWING = ['ticket', 'customer_identity', 'channel_binding', 'chat_session', 'visitor'];

/**
 * Imports rows in batches, each of which is stored completely or not at all. An invalid row fails alone and never ends the
 * run. A repeated run continues after an interruption: existing rows are skipped.
 */
export async function importRows(
  db: Db,
  site: SiteRef,
  { rows, store, progress, leaveOut }: ImportRun,
  context: AuditContext,
): Promise<ImportCounts> {
  const tally = new Tally(store.kind);
  for await (const lines of inBatches(rows, store.batch)) {
    await analyzeGrown(db, site.id, GROWING);
    const outcomes = await db.transaction(
      async (db) => {
        const outcomes = await storeLines(db, lines, store.store, context);
        await store.recordCounts?.(db, countOutcomes(outcomes));
        return outcomes;
      },
      await reserveFor(db, lines, store),
    );
    await leaveOut(tally.add(lines, outcomes));
    progress.addRows(lines.length);
  }
  progress.end();
  const changes = tally.totals().map(([name, to]) => ({ field: `${name}_rows`, from: null, to }));
  await recordAudit(db, site, { action: 'import.run', objectType: 'import', objectId: store.kind, changes }, context);
  return { site_id: site.id, ...tally.counts() };
}

/** Predicts what `importRows` does, without writing. */
export async function checkRows(
  db: Db,
  site: SiteRef,
  { rows, store, progress, leaveOut }: ImportRun & { readonly store: CheckedStore },
  context: AuditContext,
): Promise<ImportCounts> {
  const tally = new Tally(store.kind);
  for await (const lines of inBatches(rows, store.batch)) {
    await leaveOut(tally.add(lines, await storeLines(db, lines, store.check, context)));
    progress.addRows(lines.length);
  }
  progress.end();
  return { site_id: site.id, ...tally.counts() };
}

/** Counts outcomes, and keeps the first errors. */
class Tally {
  readonly #kind: string;
  readonly #sample: string[] = [];
  #imported = 0;
  #skipped = 0;
  #failed = 0;

  constructor(kind: string) {
    this.#kind = kind;
  }

  /** Returns the rows that were left out. */
  add(lines: readonly ImportLine[], outcomes: readonly RowOutcome[]): LeftOutRow[] {
    const { imported, skipped, failed } = countOutcomes(outcomes);
    this.#imported += imported;
    this.#skipped += skipped;
    this.#failed += failed;
    const left = lines.flatMap((line, index) => leftOut(this.#kind, line, outcomes[index]));
    for (const { outcome, place, code, message } of left) {
      if (outcome === 'failed' && this.#sample.length < SAMPLE) this.#sample.push(`${place}: ${code}: ${message}`);
    }
    return left;
  }

  totals(): [string, number][] {
    return [
      ['imported', this.#imported],
      ['skipped', this.#skipped],
      ['failed', this.#failed],
    ];
  }

  counts(): Omit<ImportCounts, 'site_id'> {
    return {
      kind: this.#kind,
      total_rows: this.#imported + this.#skipped + this.#failed,
      imported_rows: this.#imported,
      skipped_rows: this.#skipped,
      failed_rows: this.#failed,
      error_sample: this.#sample,
    };
  }
}

function leftOut(kind: string, line: ImportLine, outcome: RowOutcome | undefined): LeftOutRow[] {
  if (outcome === undefined || outcome === 'imported') return [];
  const row = { kind, place: line.place, externalId: externalIdOf(line) };
  if (outcome !== 'skipped') return [{ ...row, outcome: 'failed', ...outcome }];
  return [{ ...row, outcome, code: null, message: 'this external_id was imported before' }];
}

function externalIdOf(line: ImportLine): string | null {
  if ('fault' in line) return line.externalId ?? null;
  return 'external_id' in line.value ? String(line.value.external_id) : null;
}

/** A row with its audit line, and more for each item of its lists: comments or messages. */
const IDS_PER_ROW = 40;
const IDS_PER_ITEM = 4;

/** A batch draws its ids at once before its transaction, so that other writers of the site do not wait for it. */
async function reserveFor(db: Db, lines: readonly ImportLine[], store: RowStore): Promise<Reserve> {
  const rows = rowsOf(lines);
  const items = rows.flatMap((row) => Object.values(row).filter((value) => Array.isArray(value))).flat().length;
  return {
    ids: IDS_PER_ROW * rows.length + IDS_PER_ITEM * items,
    ticketNumbers: (await store.countNewTickets?.(db, rows)) ?? 0,
  };
}

function rowsOf(lines: readonly ImportLine[]): object[] {
  return lines.flatMap((line) => ('value' in line ? [line.value] : []));
}

/** Stores the rows that can be read; outcomes in the order of the lines. */
async function storeLines(
  db: Db,
  lines: readonly ImportLine[],
  store: RowStore['store'],
  context: AuditContext,
): Promise<RowOutcome[]> {
  const rows = rowsOf(lines);
  const stored = rows.length === 0 ? [] : await store(db, rows, context);
  let at = 0;
  return lines.map((line) => {
    if ('fault' in line) return line.fault;
    const outcome = stored[at];
    at += 1;
    if (outcome === undefined) throw new Error('a row has no outcome');
    return outcome;
  });
}

async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
