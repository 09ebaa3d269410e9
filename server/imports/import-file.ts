import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import type { Db, Reserve } from '#server/db/db.ts';
import { QueryError } from '#server/db/errors.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { readNdjson, type NdjsonLine } from './read-ndjson.ts';

/** The outcome of a row: stored, skipped or an error. */
export type RowOutcome = 'imported' | 'skipped' | { readonly code: string; readonly message: string };

/** Stores rows of one kind: a batch per transaction, with an outcome for each row in order. */
export interface RowStore {
  readonly kind: string;
  readonly batch: number;
  readonly store: (db: Db, rows: readonly object[], context: AuditContext) => Promise<readonly RowOutcome[]>;
  /** How many of the rows will get a ticket number. */
  readonly countNewTickets?: (db: Db, rows: readonly object[]) => Promise<number>;
  /** Runs in the transaction of each batch, after its rows. */
  readonly recordCounts?: (db: Db, counts: { imported: number; skipped: number; failed: number }) => Promise<void>;
}

export interface ImportCounts {
  readonly site_id: bigint;
  readonly kind: string;
  readonly total_rows: number;
  readonly imported_rows: number;
  readonly skipped_rows: number;
  readonly failed_rows: number;
  readonly error_sample: readonly string[];
}

const SAMPLE = 20;

/**
 * Imports an NDJSON file in batches, each of which is stored completely or not at all. An invalid line fails alone and
 * never ends the run. A repeated run continues after an interruption: existing rows are skipped.
 */
export async function importFile(
  db: Db,
  site: SiteRef,
  { bytes, store, report }: ImportRun,
  context: AuditContext,
): Promise<ImportCounts> {
  const totals = { imported: 0, skipped: 0, failed: 0 };
  const sample: string[] = [];
  for await (const lines of inBatches(readNdjson(bytes), store.batch)) {
    const outcomes = await db.transaction(
      async (db) => {
        const outcomes = await storeLines(db, lines, store, context);
        await store.recordCounts?.(db, count(outcomes));
        return outcomes;
      },
      await reserveFor(db, lines, store),
    );
    const { imported, skipped, failed } = count(outcomes);
    totals.imported += imported;
    totals.skipped += skipped;
    totals.failed += failed;
    outcomes.forEach((outcome, index) => {
      if (typeof outcome === 'string' || sample.length >= SAMPLE) return;
      sample.push(`line ${lines[index]?.line}: ${outcome.code}: ${outcome.message}`);
    });
    report(`${totals.imported + totals.skipped + totals.failed} rows`);
  }
  const changes = Object.entries(totals).map(([name, to]) => ({ field: `${name}_rows`, from: null, to }));
  await recordAudit(db, site, { action: 'import.run', objectType: 'import', objectId: store.kind, changes }, context);
  return {
    site_id: site.id,
    kind: store.kind,
    total_rows: totals.imported + totals.skipped + totals.failed,
    imported_rows: totals.imported,
    skipped_rows: totals.skipped,
    failed_rows: totals.failed,
    error_sample: sample,
  };
}

export interface ImportRun {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly store: RowStore;
  /** Reports progress to the operator. */
  readonly report: (line: string) => void;
}

/** A row with its audit line, and more for each item of its lists: comments or messages. */
const IDS_PER_ROW = 40;
const IDS_PER_ITEM = 4;

/** A batch draws its ids at once before its transaction, so that other writers of the site do not wait for it. */
async function reserveFor(db: Db, lines: readonly NdjsonLine[], store: RowStore): Promise<Reserve> {
  const rows = rowsOf(lines);
  const items = rows.flatMap((row) => Object.values(row).filter((value) => Array.isArray(value))).flat().length;
  return {
    ids: IDS_PER_ROW * rows.length + IDS_PER_ITEM * items,
    ticketNumbers: (await store.countNewTickets?.(db, rows)) ?? 0,
  };
}

function rowsOf(lines: readonly NdjsonLine[]): object[] {
  return lines.flatMap((line) => ('value' in line ? [line.value] : []));
}

async function storeLines(
  db: Db,
  lines: readonly NdjsonLine[],
  { store }: RowStore,
  context: AuditContext,
): Promise<RowOutcome[]> {
  const rows = rowsOf(lines);
  const stored = rows.length === 0 ? [] : await store(db, rows, context);
  let at = 0;
  return lines.map((line) => {
    if ('problem' in line) return { code: 'bad_request', message: `the line ${line.problem}` };
    const outcome = stored[at];
    at += 1;
    if (outcome === undefined) throw new Error('a row has no outcome');
    return outcome;
  });
}

/** Stores one row in a savepoint, so that a database error affects only this row. */
export async function storeInSavepoint(db: Db, work: (db: Db) => Promise<'imported' | 'skipped'>): Promise<RowOutcome> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message };
    if (error instanceof QueryError) return { code: 'internal_error', message: `the database refuses: ${error.code}` };
    throw error;
  }
}

function count(outcomes: readonly RowOutcome[]): { imported: number; skipped: number; failed: number } {
  const imported = outcomes.filter((outcome) => outcome === 'imported').length;
  const skipped = outcomes.filter((outcome) => outcome === 'skipped').length;
  return { imported, skipped, failed: outcomes.length - imported - skipped };
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
