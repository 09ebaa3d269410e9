import type { RefusedRow } from '#contract/bind-row.ts';
import type { bindChannelsBulk as BindChannelsBulk } from '#contract/channels.ts';
import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import { analyzeGrown } from '#server/db/analyze-grown.ts';
import type { Db } from '#server/db/db.ts';
import { ClientGone } from '#server/operation/api-error.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import type { Handler, Site, SiteRef, Upload } from '#server/operation/call.ts';
import { bindChunk, bindAllNew, tryChunk } from './bind-chunk.ts';
import { validateRows, readHeader } from './bind-file.ts';
import { BindJob, type BatchPart } from './bind-job.ts';
import { ChunkScheduler } from './chunk-scheduler.ts';
import { EarlierRows, isRefused, type ChunkRow } from './bind-plan.ts';
import { BindReport } from './bind-report.ts';
import { ChunkLength } from './chunk-length.ts';
import { RecordedRows } from './recorded-rows.ts';

/** Rows of one transaction at most: few enough that nobody waits long for them. */
const CHUNK = 5_000;

/** POST bind_channels_bulk. See docs/api.md, "Bulk bind". */
export const bindChannelsBulk: Handler<typeof BindChannelsBulk> = async (call) => {
  const { db, site, actor, now, query, upload, extensions } = call;
  const isDry = query.dry_run === true;
  const { batch_id: batchId, line_offset: lineOffset = 0 } = query;
  if (query.file_sha256 !== undefined && batchId === undefined) throw fieldError('file_sha256', 'needs batch_id');
  const batch =
    batchId === undefined
      ? null
      : { batchId, lineOffset, partSha256: upload.sha256, fileSha256: query.file_sha256 ?? null };
  const history = extensions ? { hasRows: query.rows === true, lineOffset, batch } : null;
  const options = { isDry, chunk: CHUNK, context: { actor, now }, history };
  return (await importBindings(db, site, upload, options)).toReply(isDry);
};

export interface ImportOptions {
  readonly isDry: boolean;
  /** Rows of one transaction at most. */
  readonly chunk: number;
  readonly context: AuditContext;
  /**
   * Null: nothing is stored of the import but its audit line. `hasRows`: the outcome of each row is answered, and
   * stored; those of a batch are stored anyway.
   */
  readonly history: {
    readonly hasRows: boolean;
    readonly lineOffset?: number;
    readonly batch?: BatchPart | null;
  } | null;
}

/**
 * Binds the handles of a file chunk by chunk, each chunk a transaction of its own: whatever cuts an import off, rows
 * are bound whole or not at all, and sending the file again does the rest.
 * @throws ApiError for a file without header or rows, and where it has to wait too long.
 */
export async function importBindings(
  db: Db,
  site: Pick<Site, 'id' | 'country' | 'undeployed'>,
  upload: Upload,
  options: ImportOptions,
): Promise<BindReport> {
  const header = await readHeader(upload);
  const report = new BindReport(options.history?.hasRows === true);
  const length = new ChunkLength(options.chunk);
  const reading = { length, country: site.country, lineOffset: options.history?.lineOffset ?? 0 };
  if (site.undeployed.includes('channels')) {
    for await (const rows of validateRows(upload, header, reading)) report.add(rows.map(notDeployed), 0);
    return report;
  }
  await upload.runAlone(async () => {
    const earlier = new EarlierRows();
    const job = await beginJob(db, site, upload, options);
    report.jobId = job?.firstId ?? null;
    report.addMinted(job?.recorded.minted ?? 0);
    const recorded = new RecordedRows(job?.recorded.rows ?? []);
    let hasBound = false;
    const binding = { now: options.context.now, job };
    const learn = async <Result>(work: Promise<Result>): Promise<Result> => {
      const startedMs = performance.now();
      const result = await work;
      length.learn(performance.now() - startedMs);
      return result;
    };
    const scheduler = new ChunkScheduler(options.isDry ? 1 : upload.maxTransactions, {
      bind: (rows) => learn(options.isDry ? tryChunk(db, site, rows, earlier) : bindChunk(db, site, rows, binding)),
      bindAllNew: (rows) => (options.isDry ? Promise.resolve(null) : learn(bindAllNew(db, site, rows, binding))),
    });
    let isWhole = false;
    try {
      for await (const rows of readAhead(validateRows(upload, header, reading))) {
        if (!upload.isWanted()) throw new ClientGone();
        for (const run of recorded.split(rows)) {
          if ('open' in run) {
            hasBound = true;
            await scheduler.add(run.open, (done) => report.add(done.rows, done.minted));
          } else {
            await scheduler.finish();
            report.add(run.recorded, 0);
          }
        }
      }
      await scheduler.finish();
      if (hasBound && !options.isDry) await analyzeGrown(db, ['customer_identity', 'channel_binding']);
      isWhole = true;
    } finally {
      await scheduler.cancel();
      // A part that was sent once more, and bound before, is no import.
      if (hasBound && !options.isDry) await audit(db, site, report, isWhole, options.context);
    }
  });
  return report;
}

async function beginJob(
  db: Db,
  site: SiteRef,
  upload: Upload,
  { isDry, history, context: { actor, now } }: ImportOptions,
): Promise<BindJob | null> {
  if (isDry || history === null) return null;
  const job = { created: now, tokenLabel: actor.label, fileSha256: upload.sha256 };
  const { hasRows, batch } = history;
  if (batch !== undefined && batch !== null) return BindJob.beginPart(db, site, job, batch);
  return BindJob.begin(db, site, { ...job, hasRows });
}

/** Has the next chunk read and validated while the database works on this one. */
async function* readAhead<Chunk>(chunks: AsyncGenerator<Chunk>): AsyncGenerator<Chunk> {
  let next = chunks.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = chunks.next();
      // Whoever asks for it hears of its failure; until then nobody listens.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
    await chunks.return(undefined);
  }
}

function notDeployed(row: ChunkRow): RefusedRow {
  if (isRefused(row)) return row;
  return { line: row.line, outcome: 'failed', code: 'bind_failed', message: 'Channels are not deployed for this site' };
}

/** One line for the whole import, also for one that was cut off. */
async function audit(
  db: Db,
  site: SiteRef,
  report: BindReport,
  isWhole: boolean,
  context: AuditContext,
): Promise<void> {
  const entry = {
    action: 'channel.bulk_bind',
    objectType: 'import',
    // As the undoing of it names it; without a history there is just the call.
    objectId: report.jobId === null ? (context.actor.requestId ?? '') : String(report.jobId),
    changes: report.toAudit(),
    outcome: isWhole ? 'ok' : 'failed',
  } as const;
  await recordAudit(db, site, entry, context);
}
