import { open } from 'node:fs/promises';
import { getPrices } from '#server/ai/ai-prices.ts';
import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { StartFailure } from '#server/db/errors.ts';
import { FieldErrors } from '#server/operation/field-errors.ts';
import { beginAssetRun, type DescribeIssues } from '#server/imports/asset-store.ts';
import { importFile } from '#server/imports/import-file.ts';
import { ASSET_KINDS } from '#server/imports/import-runs.ts';
import { INGEST_IMPORT_KINDS, ingestStore } from '#server/imports/ingest-store.ts';
import { requireSite, type DatabaseCommand } from '../command.ts';
import { analyzeAll } from '../dump.sql.ts';

export const importCommand: DatabaseCommand = {
  name: 'import',
  options: ['site-id', 'kind', 'file'],
  isFailure: (answer) =>
    'failed_rows' in answer &&
    'total_rows' in answer &&
    answer.failed_rows !== 0 &&
    answer.failed_rows === answer.total_rows,
  prepare(options) {
    const siteId = options.id('site-id');
    const kind = options.choice('kind', [...ASSET_KINDS, ...INGEST_IMPORT_KINDS]);
    const file = options.file('file');
    const asset = ASSET_KINDS.find((one) => one === kind);
    const ingested = INGEST_IMPORT_KINDS.find((one) => one === kind);
    return async ({ database, now, config, report }) => {
      const site = await requireSite(database.owner, siteId);
      const db = database.forSite(site.id);
      const handle = await open(file).catch((error: unknown) => {
        throw new StartFailure(`--file ${file} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
      });
      try {
        if ((await handle.stat()).isDirectory()) throw new StartFailure(`--file ${file} is a folder`);
        const bytes = handle.createReadStream({ autoClose: false });
        const store =
          ingested === undefined
            ? await beginAssetRun(db, site, asset ?? 'tickets', { now, describe })
            : ingestStore(site, ingested, await getPrices(db, site, config.aiPrices));
        const result = await importFile(db, site, { bytes, store, report }, { actor: ADMIN_ACTOR, now });
        // A running service may have cached plans that were made for nearly empty tables.
        await analyzeAll(database.owner);
        return result;
      } finally {
        await handle.close();
      }
    };
  },
};

/** Describes issues with the API's messages. */
const describe: DescribeIssues = (issues, row) => {
  const errors = new FieldErrors();
  errors.addIssues(issues, '', row);
  const { code, message } = errors.toError();
  return { code, message };
};
