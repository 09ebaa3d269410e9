import type { RefusedRow } from '#contract/bind-row.ts';
import type { bindChannelsBulk as BindChannelsBulk } from '#contract/channels.ts';
import { recordAudit, type AuditContext } from '#server/audit/record-audit.ts';
import { analyzeGrown } from '#server/db/analyze-grown.ts';
import type { Db } from '#server/db/db.ts';
import { ClientGone } from '#server/operation/api-error.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import type { Handler, Site, SiteRef, Upload } from '#server/operation/call.ts';
import { bindChunk, bindAllNew, dryRunChunk } from './bind-chunk.ts';
import { validateRows, readHeader } from './bind-file.ts';
import { BindJob, type BatchPart, RecordedRows } from './bind-job.ts';
import { ChunkScheduler } from './chunk-scheduler.ts';
import { EarlierRows, isRefused, type ChunkRow } from './bind-plan.ts';
import { BindReport } from './bind-report.ts';
import { ChunkLength } from './chunk-length.ts';

/** Most rows per transaction, so that other writers do not wait long. */
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
  /** Most rows per transaction. */
  readonly chunk: number;
  readonly context: AuditContext;
  /**
   * Null: only the audit row of the import is stored. `hasRows`: the outcome of each row is returned and stored. The rows
   * of a batch are always stored.
   */
  readonly history: {
    readonly hasRows: boolean;
    readonly lineOffset?: number;
    readonly batch?: BatchPart | null;
  } | null;
}

/** The tables whose statistics decide how chunks look up their rows. */
const GROWING = ['customer_identity', 'channel_binding'];

/**
 * Binds the handles of a file in chunks, one transaction each. Each row is bound completely or not at all, so an
 * interrupted import can be finished by sending the file again.
 * @throws ApiError for a file without header or rows, and if it has to wait too long
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
    const timed = async <Result>(work: Promise<Result>): Promise<Result> => {
      const startedMs = performance.now();
      const result = await work;
      length.adjust(performance.now() - startedMs);
      return result;
    };
    const scheduler = new ChunkScheduler(options.isDry ? 1 : upload.maxTransactions, {
      bind: async (rows) => {
        await analyzeGrown(db, site.id, GROWING);
        return timed(options.isDry ? dryRunChunk(db, site, rows, earlier) : bindChunk(db, site, rows, binding));
      },
      bindAllNew: (rows) => (options.isDry ? Promise.resolve(null) : timed(bindAllNew(db, site, rows, binding))),
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
      if (hasBound && !options.isDry) await analyzeGrown(db, site.id, GROWING);
      isWhole = true;
    } finally {
      await scheduler.cancel();
      // A repeated part that was already bound is not audited again.
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

/** Reads and validates the next chunk while the database works on this one. */
async function* readAhead<Chunk>(chunks: AsyncGenerator<Chunk>): AsyncGenerator<Chunk> {
  let next = chunks.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = chunks.next();
      // Avoids an unhandled rejection; awaiting `next` still throws.
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

/** One audit row for the whole import, even if it was interrupted. */
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
    // The id that an undo refers to. Without a history there is only the request id.
    objectId: report.jobId === null ? (context.actor.requestId ?? '') : String(report.jobId),
    changes: report.toAudit(),
    outcome: isWhole ? 'ok' : 'failed',
  } as const;
  await recordAudit(db, site, entry, context);
}
