import * as z from 'zod/mini';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { countImportedTickets } from '#server/tickets/known-ticket.ts';
import { storeInSavepoint, type RowOutcome, type RowStore } from './import-file.ts';
import { articleRow, macroRow, ticketRow } from './import-rows.ts';
import { addToRun, insertRun, type AssetKind } from './import-runs.ts';
import { lockImports, storeArticle, storeMacro, storeTicket } from './store-rows.ts';

/** Small enough to let other requests use the database in between, and to repeat little after a lost connection. */
const BATCH = 100;

/** Describes why a row is invalid. */
export type DescribeIssues = (issues: readonly z.core.$ZodIssue[], row: object) => { code: string; message: string };

type StoreOne = (db: Db, row: object, context: AuditContext, describe: DescribeIssues) => Promise<RowOutcome>;

/** Parses a row and stores it in a savepoint. */
function parseAndStore<Schema extends z.ZodMiniObject>(
  site: ContactSite,
  schema: Schema,
  store: (db: Db, site: ContactSite, row: z.output<Schema>, context: AuditContext) => Promise<'imported' | 'skipped'>,
): StoreOne {
  return async (db, row, context, describe) => {
    const parsed = z.safeParse(schema, row);
    if (!parsed.success) return describe(parsed.error.issues, row);
    return storeInSavepoint(db, (db) => store(db, site, parsed.data, context));
  };
}

/** How many rows have an external id that was not imported yet. */
async function countNewTickets(db: Db, site: ContactSite, rows: readonly object[]): Promise<number> {
  const ids = new Set(rows.flatMap((row) => ('external_id' in row ? [String(row.external_id)] : [])));
  return ids.size - (await countImportedTickets(db, site, [...ids]));
}

/** Starts a run of tickets, articles or macros, as reported by `migrate_status`. */
export async function beginAssetRun(
  db: Db,
  site: ContactSite,
  kind: AssetKind,
  { now, describe }: { readonly now: Date; readonly describe: DescribeIssues },
): Promise<RowStore> {
  const storeOne: Record<AssetKind, StoreOne> = {
    tickets: parseAndStore(site, ticketRow, storeTicket),
    articles: parseAndStore(site, articleRow, storeArticle),
    macros: parseAndStore(site, macroRow, storeMacro),
  };
  const runId = await insertRun(db, site.id, kind, now);
  return {
    kind,
    batch: BATCH,
    async store(db, rows, context) {
      await lockImports(db, site.id);
      const outcomes: RowOutcome[] = [];
      for (const row of rows) outcomes.push(await storeOne[kind](db, row, context, describe));
      return outcomes;
    },
    countNewTickets: (db, rows) => (kind === 'tickets' ? countNewTickets(db, site, rows) : Promise.resolve(0)),
    recordCounts: (db, counts) => addToRun(db, site.id, runId, counts),
  };
}
