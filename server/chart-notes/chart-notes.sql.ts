import type { ChartNote, NotedChart } from '#contract/chart-notes.ts';
import { joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import type { Author } from '#server/operation/call.ts';

export interface NotesAsked {
  readonly chart?: NotedChart | undefined;
  /** Days, the last one not included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const COLUMNS = sql`id, chart, date, text, author, created_utc`;

/** Newest day first, of a day the newest note. */
export async function findNotes(
  db: Db,
  siteId: bigint,
  asked: NotesAsked,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<ChartNote[]> {
  return db.query<ChartNote>(sql`
    select ${COLUMNS} from chart_note where ${whereAsked(siteId, asked)}
    order by date desc, id desc limit ${limit} offset ${skip}`);
}

export async function countNotes(db: Db, siteId: bigint, asked: NotesAsked = {}): Promise<number> {
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
export async function insertNote(
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
  const [row] = await db.query<ChartNote>(sql`
    insert into chart_note (site_id, id, chart, date, text, author, created_utc)
    values (${siteId}, next_id(${siteId}), ${note.chart}, ${note.date}::date, ${note.text},
      coalesce((select a.name from agent a where a.site_id = ${siteId} and a.id = ${note.by.agentId}::bigint),
        ${note.by.label}::text), ${note.now.toISOString()}::timestamptz)
    returning ${COLUMNS}`);
  if (row === undefined) throw new Error('the new note was not answered');
  return row;
}

export async function getNoteChart(db: Db, siteId: bigint, id: bigint): Promise<NotedChart | undefined> {
  const [row] = await db.query<{ chart: NotedChart }>(
    sql`select chart from chart_note where site_id = ${siteId} and id = ${id} for update`,
  );
  return row?.chart;
}

export async function deleteNote(db: Db, siteId: bigint, id: bigint): Promise<void> {
  await db.query(sql`delete from chart_note where site_id = ${siteId} and id = ${id}`);
}

/** Locks the notes of a site, to serialize counting and adding. */
export async function lockNotes(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended('chart_notes', ${siteId}))`);
}
