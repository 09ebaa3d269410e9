import type {
  addChartNote as AddChartNote,
  ChartNote,
  deleteChartNote as DeleteChartNote,
  listChartNotes as ListChartNotes,
  NotedChart,
} from '#contract/chart-notes.ts';
import type { Scope } from '#contract/operation.ts';
import { recordAudit, type AuditContext, type AuditEntry } from '#server/audit/record-audit.ts';
import { zoneDate } from '#server/calendar/zone-days.ts';
import { FEW_IDS, type Db, joinSql, sql, type Statement } from '#server/db/db.ts';
import { ApiError, insufficientScope } from '#server/operation/api-error.ts';
import type { Author, CallToken, Handler, SiteRef } from '#server/operation/call.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import { listReply } from '#server/operation/streamed-reply.ts';

export const MAX_NOTES = 1_000;
/** The scope needed to write notes of a chart. */
const SCOPES: Readonly<Record<NotedChart, Scope>> = { csat: 'csat:write', ai: 'ai_limits:write' };

/** GET chart_notes. See docs/api.md, "Chart notes". @throws ApiError bad_field */
export const listChartNotes: Handler<typeof ListChartNotes> = async ({ db, site, query }) => {
  const { from, to } = query;
  if (from !== undefined && to !== undefined && from >= to) {
    throw fieldError('from', `must be before to, which is ${to} and not included`);
  }
  return listReply(await findNotes(db, site.id, query, query), query, () => countNotes(db, site.id, query));
};

/** POST chart_notes. @throws ApiError insufficient_scope, bad_field for a future date, conflict at 1,000 notes */
export const addChartNote: Handler<typeof AddChartNote> = async ({
  db,
  site,
  body,
  token,
  actor,
  now,
  storeIdempotentReply,
}) => {
  requireScope(token, body.chart);
  const today = zoneDate(body.chart === 'csat' ? site.timeZone : 'UTC', now);
  if (body.date > today) throw fieldError('date', `must be today, ${today}, or earlier`);
  return db.transaction(async (db) => {
    const note = await addNoteRecord(db, site, { ...body, by: actor }, { actor, now });
    await storeIdempotentReply(db, note);
    return note;
  }, FEW_IDS);
};

/** To be called inside a transaction. Logs never have the text. @throws ApiError conflict at 1,000 notes */
export async function addNoteRecord(
  db: Db,
  site: SiteRef,
  note: Pick<ChartNote, 'chart' | 'date' | 'text'> & { readonly by: Author },
  context: AuditContext,
): Promise<ChartNote> {
  await lockNotes(db, site.id);
  if ((await countNotes(db, site.id)) >= MAX_NOTES) {
    throw new ApiError('conflict', `This site has ${MAX_NOTES} notes on its charts; delete one first`);
  }
  const row = await insertNote(db, site.id, { ...note, now: context.now });
  await audit(
    db,
    site,
    { verb: 'create', id: row.id, changes: [{ field: 'chart', from: null, to: note.chart }] },
    context,
  );
  return row;
}

/** DELETE chart_notes. @throws ApiError not_found, insufficient_scope */
export const deleteChartNote: Handler<typeof DeleteChartNote> = ({ db, site, query: { id }, token, actor, now }) =>
  db.transaction(async (db) => {
    const chart = await getNoteChart(db, site.id, id);
    if (chart === undefined) throw new ApiError('not_found', 'There is no note with this id');
    requireScope(token, chart);
    await deleteNote(db, site.id, id);
    await audit(db, site, { verb: 'delete', id, changes: [{ field: 'chart', from: chart, to: null }] }, { actor, now });
    return { id, deleted: true };
  }, FEW_IDS);

function requireScope(token: Pick<CallToken, 'allows'>, chart: NotedChart): void {
  if (!token.allows(SCOPES[chart])) throw insufficientScope(SCOPES[chart]);
}

interface NoteEntry {
  readonly verb: 'create' | 'delete';
  readonly id: bigint;
  readonly changes: readonly { field: string; from: string | null; to: string | null }[];
}

async function audit(db: Db, site: SiteRef, { verb, id, changes }: NoteEntry, context: AuditContext): Promise<void> {
  const entry: AuditEntry = {
    action: `chart_note.${verb}`,
    objectType: 'chart_note',
    objectId: id.toString(),
    changes,
  };
  await recordAudit(db, site, entry, context);
}

interface NotesAsked {
  readonly chart?: NotedChart | undefined;
  /** Dates; `to` is exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const COLUMNS = sql`id, chart, date, text, author, created_utc`;

/** By date, then by note, newest first. */
async function findNotes(
  db: Db,
  siteId: bigint,
  asked: NotesAsked,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<ChartNote[]> {
  return db.query<ChartNote>(sql`
    select ${COLUMNS} from chart_note where ${whereAsked(siteId, asked)}
    order by date desc, id desc limit ${limit} offset ${skip}`);
}

async function countNotes(db: Db, siteId: bigint, asked: NotesAsked = {}): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from chart_note where ${whereAsked(siteId, asked)}`,
  );
  return row?.total ?? 0;
}

function whereAsked(siteId: bigint, { chart, from, to }: NotesAsked): Statement {
  const conditions = [sql`site_id = ${siteId}`];
  if (chart !== undefined) conditions.push(sql`chart = ${chart}`);
  if (from !== undefined) conditions.push(sql`date >= ${from}::date`);
  if (to !== undefined) conditions.push(sql`date < ${to}::date`);
  return joinSql(conditions, ' and ');
}

/** The author is the name of the token's agent, or the token's label. */
async function insertNote(
  db: Db,
  siteId: bigint,
  note: {
    readonly chart: NotedChart;
    readonly date: string;
    readonly text: string;
    readonly by: Author;
    readonly now: Date;
  },
): Promise<ChartNote> {
  const id = await db.takeIds(siteId, 1);
  const [row] = await db.query<ChartNote>(sql`
    insert into chart_note (site_id, id, chart, date, text, author, created_utc)
    values (${siteId}, ${id}, ${note.chart}, ${note.date}::date, ${note.text},
      coalesce((select a.name from agent a where a.site_id = ${siteId} and a.id = ${note.by.agentId}::bigint),
        ${note.by.label}::text), ${note.now.toISOString()}::timestamptz)
    returning ${COLUMNS}`);
  if (row === undefined) throw new Error('the insert returned no note');
  return row;
}

async function getNoteChart(db: Db, siteId: bigint, id: bigint): Promise<NotedChart | undefined> {
  const [row] = await db.query<{ chart: NotedChart }>(
    sql`select chart from chart_note where site_id = ${siteId} and id = ${id} for update`,
  );
  return row?.chart;
}

async function deleteNote(db: Db, siteId: bigint, id: bigint): Promise<void> {
  await db.query(sql`delete from chart_note where site_id = ${siteId} and id = ${id}`);
}

/** Locks the notes of a site, to serialize counting and adding. */
async function lockNotes(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended('chart_notes', ${siteId}))`);
}
