import { open } from 'node:fs/promises';
import path from 'node:path';
import { getPrices } from '#server/ai/ai-prices.ts';
import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import type { Db } from '#server/db/db.ts';
import { StartFailure } from '#server/db/errors.ts';
import { beginAssetRun } from '#server/imports/asset-store.ts';
import { customerStore } from '#server/imports/customer-store.ts';
import { importRows } from '#server/imports/import-lines.ts';
import { INGEST_IMPORT_KINDS, ingestStore } from '#server/imports/ingest-store.ts';
import { Progress } from '#server/imports/progress.ts';
import { readNdjson } from '#server/imports/read-ndjson.ts';
import type { RowStore } from '#server/imports/row-store.ts';
import { RunReport } from '#server/imports/run-report.ts';
import { beginTicketRun } from '#server/imports/ticket-store.ts';
import type { Site } from '#server/operation/call.ts';
import { requireSite, type DatabaseCommand, type Tools } from '../command.ts';
import { analyzeAll } from '../dump.sql.ts';

const KINDS = ['customers', 'tickets', 'articles', 'macros', ...INGEST_IMPORT_KINDS] as const;
type Kind = (typeof KINDS)[number];

export const importCommand: DatabaseCommand = {
  name: 'import',
  options: ['site-id', 'kind', 'file', 'name', 'report'],
  isFailure: (answer) =>
    'failed_rows' in answer &&
    'total_rows' in answer &&
    answer.failed_rows !== 0 &&
    answer.failed_rows === answer.total_rows,
  prepare(options) {
    const siteId = options.id('site-id');
    const kind = options.choice('kind', KINDS);
    const file = options.file('file');
    const name = options.has('name') ? options.text('name') : path.basename(file);
    const reportFile = options.has('report') ? options.file('report') : null;
    return async (tools) => {
      const { database, now, report } = tools;
      const site = await requireSite(database.owner, siteId);
      const db = database.forSite(site.id);
      const handle = await open(file).catch((error: unknown) => {
        throw new StartFailure(`--file ${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
      });
      let leftOut: RunReport | null = null;
      try {
        const stat = await handle.stat();
        if (stat.isDirectory()) throw new StartFailure(`--file ${file} is a folder`);
        leftOut = reportFile === null ? null : await RunReport.open(reportFile, name);
        const totalBytes = stat.isFile() ? stat.size : null;
        const progress = new Progress({ name, totalBytes, report, monotonicMs: () => performance.now() });
        const rows = readNdjson(progress.watch(handle.createReadStream({ autoClose: false })));
        const store = await storeOf(db, site, kind, tools);
        const leaveOut = async (rows: Parameters<RunReport['add']>[0]) => leftOut?.add(rows);
        const result = await importRows(db, site, { rows, store, progress, leaveOut }, { actor: ADMIN_ACTOR, now });
        // A running service may have cached plans that were made for nearly empty tables.
        await analyzeAll(database.owner);
        return result;
      } finally {
        await leftOut?.close();
        await handle.close();
      }
    };
  },
};

async function storeOf(db: Db, site: Site, kind: Kind, { now, config }: Tools): Promise<RowStore> {
  if (kind === 'customers') return customerStore(site);
  if (kind === 'tickets') return beginTicketRun(db, site, now);
  if (kind === 'articles' || kind === 'macros') return beginAssetRun(db, site, kind, now);
  return ingestStore(site, kind, await getPrices(db, site, config.aiPrices));
}
