import type { TimelineItem, TimelineKind } from '#contract/customer-timeline.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { TIMELINE_SOURCES, type TimelineSelection, type TimelineSource } from './timeline-sources.sql.ts';

interface Page {
  readonly limit: number;
  readonly skip: number;
}

/**
 * One page of these kinds, newest first; what happened in one moment by its id. Each source is read no further than
 * the page reaches.
 */
export async function findTimeline(
  db: Db,
  selection: TimelineSelection,
  kinds: readonly TimelineKind[],
  { limit, skip }: Page,
): Promise<TimelineItem[]> {
  const parts = kinds.flatMap((kind) =>
    TIMELINE_SOURCES[kind](selection).map((source) => firstOf(kind, source, limit + skip)),
  );
  const [first, ...rest] = parts;
  if (first === undefined) return [];
  const all = rest.reduce((union, part) => sql`${union} union all ${part}`, first);
  return db.query<TimelineItem>(sql`
    select x.name || ' ' || x.item_id as id, x.kind, x.at_utc, x.action, left(x.title, 200) as title, x.actor, x.channel,
      x.state, x.score, x.ticket_id, x.ticket_number, x.session_id, x.identity_id
    from (${all}) x order by x.at_utc desc, x.item_id desc, x.name desc limit ${limit} offset ${skip}`);
}

/** To read the newest one by one is the longer way for a page that is further down. */
const NEAR = 1_000;

const NO_TEXT = sql`null::text`;
const NO_NUMBER = sql`null::integer`;
const NO_ID = sql`null::bigint`;

function firstOf(kind: TimelineKind, source: TimelineSource, limit: number): Statement {
  const { id, at, name = sql`${kind}::text`, from, newest } = source;
  return sql`(
    select ${id} as item_id, ${name} as name, ${kind}::text as kind, ${at} as at_utc, ${source.action ?? NO_TEXT} as action,
      ${source.title ?? NO_TEXT} as title, ${source.actor ?? NO_TEXT} as actor, ${source.channel ?? NO_TEXT} as channel,
      ${source.state ?? NO_TEXT} as state, ${source.score ?? NO_NUMBER} as score, ${source.ticketId ?? NO_ID} as ticket_id,
      ${source.ticketNumber ?? NO_NUMBER} as ticket_number, ${source.sessionId ?? NO_TEXT} as session_id,
      ${source.identityId ?? NO_ID} as identity_id
    from ${limit > NEAR ? from : (newest?.(limit) ?? from)} order by ${at} desc, ${id} desc limit ${limit}
  )`;
}

/** How many items each kind has. */
export async function countTimeline(
  db: Db,
  selection: TimelineSelection,
  kinds: readonly TimelineKind[],
): Promise<Map<TimelineKind, number>> {
  const counts = kinds.map((kind) => {
    const parts = TIMELINE_SOURCES[kind](selection).map(
      ({ from, count = sql`select count(*) from ${from}` }) => sql`(${count})`,
    );
    const sum = parts.reduce((total, part) => sql`${total} + ${part}`);
    return sql`select ${kind}::text as kind, (${sum})::integer as n`;
  });
  const [first, ...rest] = counts;
  if (first === undefined) return new Map();
  const all = rest.reduce((union, part) => sql`${union} union all ${part}`, first);
  const rows = await db.query<{ kind: TimelineKind; n: number }>(all);
  return new Map(rows.map(({ kind, n }) => [kind, n]));
}
