import type {
  listCustomerTimeline as ListCustomerTimeline,
  TimelineItem,
  TimelineKind,
} from '#contract/customer-timeline.ts';
import { TIMELINE_KINDS } from '#contract/timeline-kinds.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import type { Handler } from '#server/operation/call.ts';
import { requireIdentity } from './find-identity.ts';
import { TIMELINE_SOURCES, type TimelineSelection, type TimelineSource } from './timeline-sources.sql.ts';

/** GET customer_timeline. See docs/api.md, "Customers". @throws ApiError not_found */
export const listCustomerTimeline: Handler<typeof ListCustomerTimeline> = async ({ db, site, query, now }) => {
  const identityId = await requireIdentity(db, site, query.identity_id);
  const hasChannels = !site.undeployed.includes('channels');
  const deployed = TIMELINE_KINDS.filter((kind) => kind !== 'channel' || hasChannels);
  const wanted = deployed.filter((kind) => query.kinds?.includes(kind) ?? true);
  const selection = { siteId: site.id, identityId, addresses: await findAddresses(db, site.id, identityId), now };
  const [items, counted] = await Promise.all([
    findTimeline(db, selection, wanted, query),
    countTimeline(db, selection, deployed),
  ]);
  const countOf = (kind: (typeof TIMELINE_KINDS)[number]) => counted.get(kind) ?? 0;
  return {
    items,
    total_count: wanted.reduce((sum, kind) => sum + countOf(kind), 0),
    counts: {
      ticket: countOf('ticket'),
      comment: countOf('comment'),
      csat: countOf('csat'),
      session: countOf('session'),
      handoff: countOf('handoff'),
      event: countOf('event'),
      channel: countOf('channel'),
      link: countOf('link'),
      note: countOf('note'),
      change: countOf('change'),
    },
  };
};

interface Page {
  readonly limit: number;
  readonly skip: number;
}

/**
 * One page of these kinds, newest first; items of the same moment by id, descending. Each source is limited to the rows
 * that the page can need.
 */
async function findTimeline(
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

/** Up to this position the `newest` query is faster; further down the plain one is. */
const MAX_NEWEST = 1_000;

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
    from ${limit > MAX_NEWEST ? from : (newest?.(limit) ?? from)} order by ${at} desc, ${id} desc limit ${limit}
  )`;
}

/** The number of items per kind. */
async function countTimeline(
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

/** A customer's lower-case addresses: the email field, aliases from merges, and email handles. */
async function findAddresses(db: Db, siteId: bigint, identityId: bigint): Promise<string[]> {
  const rows = await db.query<{ address: string }>(sql`
    select c.email_key as address from customer_identity c
    where c.site_id = ${siteId} and c.id = ${identityId} and c.email_key is not null
    union
    select a.key from customer_alias a
    where a.site_id = ${siteId} and a.identity_id = ${identityId} and a.kind = 'email'
    union
    select lower(b.external_user_id) from channel_binding b
    where b.site_id = ${siteId} and b.identity_id = ${identityId} and b.channel = 'email'`);
  return rows.map(({ address }) => address);
}
