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
import type { Db } from '#server/db/db.ts';
import { ApiError, insufficientScope } from '#server/operation/api-error.ts';
import type { Author, CallToken, Handler, SiteRef } from '#server/operation/call.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import { listReply } from '#server/operation/streamed-reply.ts';
import { countNotes, deleteNote, findNotes, getNoteChart, insertNote, lockNotes } from './chart-notes.sql.ts';

export const MAX_NOTES = 1_000;
/** The scope that may write on a chart. */
const SCOPES: Readonly<Record<NotedChart, Scope>> = { csat: 'csat:write', ai: 'ai_limits:write' };

/** GET chart_notes. See docs/api.md, "Chart notes". @throws ApiError bad_field */
export const listChartNotes: Handler<typeof ListChartNotes> = async ({ db, site, query }) => {
  const { from, to } = query;
  if (from !== undefined && to !== undefined && from >= to) {
    throw fieldError('from', `must be before to, which is ${to} and not included`);
  }
  return listReply(await findNotes(db, site.id, query, query), query, () => countNotes(db, site.id, query));
};

/** POST chart_notes. @throws ApiError insufficient_scope, bad_field for a day after today, conflict at 1,000 notes */
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
  });
};

/** To be called inside a transaction. Its text is in no log. @throws ApiError conflict at 1,000 notes */
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
  });

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
