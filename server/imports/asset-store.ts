import * as z from 'zod/mini';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { storeAlone, type RowOutcome, type RowStore } from './import-file.ts';
import { articleRow, macroRow, ticketRow } from './import-rows.ts';
import { addToRun, insertRun, type AssetKind } from './import-runs.ts';
import { lockImports, storeArticle, storeMacro, storeTicket } from './store-rows.ts';

/** Small enough that others get at the database in between, and at a lost one little is to be done again. */
const BATCH = 100;

/** Says what is wrong with a row that does not parse. */
export type DescribeIssues = (issues: readonly z.core.$ZodIssue[], row: object) => { code: string; message: string };

type StoreOne = (db: Db, row: object, context: AuditContext, describe: DescribeIssues) => Promise<RowOutcome>;

/** Parses a row and stores it in a savepoint of its own. */
function storeWith<Schema extends z.ZodMiniObject>(
  site: ContactSite,
  schema: Schema,
  store: (db: Db, site: ContactSite, row: z.output<Schema>, context: AuditContext) => Promise<'imported' | 'skipped'>,
): StoreOne {
  return async (db, row, context, describe) => {
    const parsed = z.safeParse(schema, row);
    if (!parsed.success) return describe(parsed.error.issues, row);
    return storeAlone(db, (db) => store(db, site, parsed.data, context));
  };
}

/** Begins a run of tickets, articles or macros, which is what `migrate_status` reports. */
export async function beginAssetRun(
  db: Db,
  site: ContactSite,
  kind: AssetKind,
  { now, describe }: { readonly now: Date; readonly describe: DescribeIssues },
): Promise<RowStore> {
  const storeOne: Record<AssetKind, StoreOne> = {
    tickets: storeWith(site, ticketRow, storeTicket),
    articles: storeWith(site, articleRow, storeArticle),
    macros: storeWith(site, macroRow, storeMacro),
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
    counted: (db, counts) => addToRun(db, site.id, runId, counts),
  };
}
