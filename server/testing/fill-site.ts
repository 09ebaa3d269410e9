import { recountAll } from './recount.ts';
import { sql, type Db } from '#server/db/db.ts';

/** The number of rows to insert; texts have their maximum length. */
export interface Filling {
  readonly messages: number;
  readonly tickets: number;
  readonly comments: number;
  /** Tickets of a customer who has a portal link. */
  readonly portalTickets: number;
}

const AT = '2026-01-01T00:00:00Z';
const TEXT = sql`repeat('Text of two words. ', 1052)`;

/**
 * Fills a site to the limits of its lists by SQL, which takes seconds instead of the hours that calls would take.
 * @param owner The owner's handle. Ids start at 1 in each table.
 */
export async function fillSite(owner: Db, siteId: bigint, filling: Filling): Promise<void> {
  // Search is not under test, and trigrams of a hundred megabytes take a minute.
  await owner.query(sql`drop index if exists chat_message_search, ticket_comment_search`);
  await fillConversations(owner, siteId, filling);
  await fillTickets(owner, siteId, filling);
  await fillCustomer(owner, siteId);
  await recountAll(owner);
}

async function fillConversations(owner: Db, siteId: bigint, { messages }: Filling): Promise<void> {
  await owner.query(sql`
    insert into chat_session (site_id, id, session_id, channel, started_utc, message_count)
    values (${siteId}, 1, 'long', 'web', ${AT}, ${messages})`);
  await owner.query(sql`
    insert into chat_message (site_id, id, session_id, role, text, created_utc)
    select ${siteId}, n, 'long', 'visitor', ${TEXT}, ${AT}::timestamptz + make_interval(secs => n)
    from generate_series(1, ${messages}::integer) n`);
  await owner.query(sql`
    insert into handoff (site_id, id, session_id, reason, status, created_utc, resolved_utc)
    select ${siteId}, n, 'long', repeat('Reason ', 70), 'resolved', ${AT}::timestamptz + make_interval(secs => n), ${AT}
    from generate_series(1, 5000) n`);
  await owner.query(sql`
    insert into feedback (site_id, id, rating, comment, created_utc)
    select ${siteId}, n, n % 6, ${TEXT}, ${AT}::timestamptz + make_interval(secs => n) from generate_series(1, 200) n`);
  await owner.query(sql`
    insert into visitor (site_id, id, visitor_key, attributes, search_text, first_seen_utc, last_seen_utc)
    select ${siteId}, n, 'visitor ' || n, jsonb_build_object('a', repeat('x', 8000)), '', ${AT}, ${AT}
    from generate_series(1, 200) n`);
}

async function fillTickets(owner: Db, siteId: bigint, { tickets, comments, portalTickets }: Filling): Promise<void> {
  await owner.query(sql`
    insert into customer_identity (site_id, id, email, email_key, first_seen_utc, last_seen_utc, ticket_count)
    values (${siteId}, 1, 'many@example.org', 'many@example.org', ${AT}, ${AT}, 0)`);
  await owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, requester_email,
      customer_identity_id, search_text, created_utc, updated_utc)
    select ${siteId}, n, -n, repeat('Subject ', 37), 'open', 'normal', 'web',
      case when n <= ${portalTickets} then 'link@example.org' else 'many@example.org' end,
      case when n <= ${portalTickets} then null else 1 end, '', t, t
    from generate_series(1, ${tickets}::integer) n,
      lateral (select ${AT}::timestamptz + make_interval(secs => n) as t) at`);
  await owner.query(sql`
    insert into ticket_comment (site_id, id, ticket_id, author_kind, visibility, channel, body, created_utc)
    select ${siteId}, n, ${tickets}::integer, 'customer', 'public', 'web', ${TEXT}, ${AT}::timestamptz + make_interval(secs => n)
    from generate_series(1, ${comments}::integer) n`);
  await owner.query(sql`
    insert into ticket_comment (site_id, id, ticket_id, author_kind, visibility, channel, body, created_utc)
    select ${siteId}, 1000000 + t * 1000 + n, t, 'customer', 'public', 'web', ${TEXT}, ${AT}::timestamptz + make_interval(secs => n)
    from generate_series(1, ${portalTickets}::integer) t, generate_series(1, 100) n`);
  await owner.query(sql`
    insert into ticket_activity (site_id, id, ticket_id, kind, actor, from_value, to_value, created_utc)
    select ${siteId}, n, ${tickets}::integer, 'tags', 'test', repeat('tag,', 300), repeat('tag,', 300),
      ${AT}::timestamptz + make_interval(secs => n)
    from generate_series(1, 10000) n`);
  await owner.query(sql`
    insert into csat_response (site_id, id, ticket_id, score, comment, created_utc, priority, channel, first_reply,
      within_hours, handled_by)
    select ${siteId}, n, n, 5, ${TEXT}, current.at, 'normal', 'web', 'none', 'outside', 'person'
    from generate_series(1, 200) n, (select max(created_utc) as at from site) current`);
}

async function fillCustomer(owner: Db, siteId: bigint): Promise<void> {
  await owner.query(sql`
    insert into customer_note (site_id, id, identity_id, body, author, created_utc)
    select ${siteId}, n, 1, ${TEXT}, 'test', ${AT}::timestamptz + make_interval(secs => n) from generate_series(1, 1000) n`);
  await owner.query(sql`
    insert into channel_binding (site_id, id, channel, external_user_id, identity_id, bound_utc)
    select ${siteId}, n, 'sms', '+49' || lpad(n::text, 187, '0'), 1, ${AT}::timestamptz + make_interval(secs => n)
    from generate_series(1, 20000) n`);
  await owner.query(sql`
    insert into saved_view (site_id, id, token_id, name, shared, query, position, created_utc, updated_utc)
    select ${siteId}, n, (select min(id) from api_token where site_id = ${siteId}), 'View ' || n, true,
      (select jsonb_object_agg('p' || p, repeat('x', 8000)) from generate_series(1, 4) p), n, ${AT}, ${AT}
    from generate_series(1, 100) n`);
}

/**
 * Inserts `count` sessions, handoffs, ratings, starters and visitors each by SQL.
 * @param db The owner's handle
 */
export async function insertConversations(db: Db, siteId: bigint, count: number): Promise<void> {
  await db.query(sql`
    insert into chat_session (site_id, id, session_id, channel, started_utc)
    select ${siteId}, n, 'session ' || n, 'web', ${AT} from generate_series(1, ${count}::integer) n`);
  await db.query(sql`
    insert into handoff (site_id, id, session_id, reason, status, created_utc)
    select ${siteId}, n, 'session ' || n, 'Reason', 'waiting', ${AT} from generate_series(1, ${count}::integer) n`);
  await db.query(sql`
    insert into feedback (site_id, id, rating, created_utc)
    select ${siteId}, n, n % 6, ${AT} from generate_series(1, ${count}::integer) n`);
  await db.query(sql`
    insert into conversation_starter (site_id, id, text, position, created_utc)
    select ${siteId}, n, 'Starter ' || n, 1, ${AT} from generate_series(1, ${count}::integer) n`);
  await db.query(sql`
    insert into visitor (site_id, id, visitor_key, search_text, first_seen_utc, last_seen_utc)
    select ${siteId}, n, 'visitor ' || n, '', ${AT}, ${AT} from generate_series(1, ${count}::integer) n`);
}
