import type * as z from 'zod/mini';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { articleRow, macroRow } from './import-rows.ts';
import { addToRun, insertRun } from './import-runs.ts';
import { parseRow } from './parse-row.ts';
import { storeInSavepoint, type RowOutcome, type RowStore } from './row-store.ts';
import { lockImports, storeArticle, storeMacro } from './store-rows.ts';

/** Small enough to let other requests use the database in between, and to repeat little after a lost connection. */
const BATCH = 100;

type StoreOne = (db: Db, row: object, context: AuditContext) => Promise<RowOutcome>;

/** Parses a row and stores it in a savepoint. */
function parseAndStore<Schema extends z.ZodMiniObject>(
  site: SiteRef,
  schema: Schema,
  store: (db: Db, site: SiteRef, row: z.output<Schema>, context: AuditContext) => Promise<RowOutcome>,
): StoreOne {
  return async (db, row, context) => {
    const parsed = parseRow(schema, row);
    if ('fault' in parsed) return parsed.fault;
    return storeInSavepoint(db, (db) => store(db, site, parsed.data, context));
  };
}

/** Starts a run of articles or macros, as reported by `migrate_status`. */
export async function beginAssetRun(db: Db, site: SiteRef, kind: 'articles' | 'macros', now: Date): Promise<RowStore> {
  const storeOne =
    kind === 'articles' ? parseAndStore(site, articleRow, storeArticle) : parseAndStore(site, macroRow, storeMacro);
  const runId = await insertRun(db, site.id, kind, now);
  return {
    kind,
    batch: BATCH,
    async store(db, rows, context) {
      await lockImports(db, site.id);
      const outcomes: RowOutcome[] = [];
      for (const row of rows) outcomes.push(await storeOne(db, row, context));
      return outcomes;
    },
    recordCounts: (db, counts) => addToRun(db, site.id, runId, counts),
  };
}
