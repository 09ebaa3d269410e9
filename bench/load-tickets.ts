import { sql, type Db, type Statement } from '#server/db/db.ts';
import { correctCounters } from '#server/admin/recount.ts';
import { foldCounters } from '#server/counters/fold-counters.ts';
import { vacuum } from './vacuum.ts';

/** Every hour of these days has tickets, evenly. */
const DAYS = 730;
export const AGENTS = 20;
/** Tickets that one customer has. */
const EACH = 5;

/** Words planted in the tickets, for searches to find. */
export const WORDS = {
  /** In one of 20,000 subjects. */
  rare: 'zanzibar',
  /** In one of 3. */
  common: 'delivery',
  /** In one of 7, apart from the common one. */
  second: 'invoice',
} as const;

/**
 * Tickets `from` to `to` of a site by set-based SQL, with their customers, ratings and messages. The indexes of the
 * table are rebuilt afterwards, which takes a fraction of maintaining them row by row.
 */
export async function loadTickets(
  owner: Db,
  siteId: number,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: Date },
): Promise<void> {
  const at = now.toISOString();
  await owner.transaction(async (db) => {
    // The rows belong together by how they are made; asking for each of them would take longer than the rest.
    await db.query({ text: `set local session_replication_role = 'replica'`, values: [] });
    await db.query({ text: `set local maintenance_work_mem = '256MB'`, values: [] });
    const indexes = await db.query<{ name: string; definition: string }>(sql`
      select i.indexname as name, i.indexdef as definition from pg_indexes i
      where i.tablename = 'ticket' and not exists (select from pg_constraint c where c.conname = i.indexname)`);
    for (const { name } of indexes) await db.query({ text: `drop index ${name}`, values: [] });
    if (from === 1) await prepareSite(db, siteId, at);
    await insertCustomers(db, siteId, { from, to, at });
    await insertTickets(db, siteId, { from, to, at });
    await insertAround(db, siteId, { from, to });
    for (const { definition } of indexes) await db.query({ text: definition, values: [] });
    await correctCounters(db, BigInt(siteId));
    await foldCounters(db, BigInt(siteId));
  });
  await vacuum(owner, 'ticket', 'customer_identity', 'csat_response', 'channel_message', 'agent', 'counter');
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly at: string;
}

/** Agents, and ids that continue after the loaded rows. */
async function prepareSite(db: Db, siteId: number, at: string): Promise<void> {
  await db.query(sql`
    insert into agent (site_id, id, name, created_utc)
    select ${siteId}, n, 'Agent ' || n, ${at}::timestamptz from generate_series(1, ${AGENTS}::integer) n`);
  await db.query(sql`
    update site_sequence set next_id = 9000001, next_ticket_number = 9000001 where site_id = ${siteId}`);
}

const FIRST = [
  'anna',
  'ben',
  'clara',
  'david',
  'elif',
  'finn',
  'greta',
  'hugo',
  'ida',
  'jonas',
  'katja',
  'luca',
  'mira',
];
const LAST = ['albers', 'brandt', 'celik', 'dietz', 'eckert', 'fuchs', 'graf', 'huber', 'ivanov', 'jung', 'kowalski'];

/** Name and addresses of the customer with this number. */
export function personOf(n: number): { readonly email: string; readonly phone: string } {
  const [first = '', last = ''] = [FIRST[n % FIRST.length], LAST[n % LAST.length]];
  return {
    email: `${first}.${last}${n}@${n % 3 === 0 ? 'mail' : 'post'}.example`,
    phone: `+49${30 + (n % 60)}${1_000_000 + ((n * 7919) % 8_999_993)}`,
  };
}

/** The same in SQL. */
function person(n: Statement): Statement {
  const name = sql`(${FIRST}::text[])[1 + ${n} % ${FIRST.length}::integer], (${LAST}::text[])[1 + ${n} % ${LAST.length}::integer]`;
  return sql`(
      select concat_ws(' ', ${name}) as name,
        concat_ws('.', ${name}) || ${n} || case when ${n} % 3 = 0 then '@mail.example' else '@post.example' end as email,
        '+49' || 30 + ${n} % 60 || 1000000 + (${n})::bigint * 7919 % 8999993 as phone
    )`;
}

async function insertCustomers(db: Db, siteId: number, { from, to, at }: Range): Promise<void> {
  await db.query(sql`
    insert into customer_identity (site_id, id, email, email_key, phone, phone_key, display_name, ticket_count,
      first_seen_utc, last_seen_utc)
    select ${siteId}, 1000000 + n, p.email, p.email, p.phone, p.phone, p.name, ${EACH},
      ${at}::timestamptz - interval '700 days', ${at}::timestamptz - make_interval(mins => n % 900000)
    from generate_series(${Math.ceil(from / EACH)}::integer, ${Math.floor(to / EACH)}::integer) n
    cross join lateral ${person(sql`n`)} p`);
}

/** Spread by a multiplication, so that neighbours differ in everything and the same rows come each time. */
async function insertTickets(db: Db, siteId: number, { from, to, at }: Range): Promise<void> {
  await db.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, requester_name,
      requester_email, requester_phone, requester_phone_key, tags, tag_keys, first_response_utc, unanswered_utc, resolved_utc, created_utc, updated_utc,
      is_rated, customer_identity_id, assignee_agent_id, last_message_preview, search_text)
    select ${siteId}, 2000000 + n, 1000 + n, r.subject, r.status, r.priority, r.channel, p.name, p.email, p.phone, p.phone, r.tags,
      r.tags, case when h % 25 > 0 or r.status in ('resolved', 'closed') and h % 1000 > 0 then r.created end,
      case when not (h % 25 > 0 or r.status in ('resolved', 'closed') and h % 1000 > 0) then r.created end, case when r.status in ('resolved', 'closed') then r.created end,
      r.created, r.created + make_interval(mins => h % 3000), n % 5 = 0, 1000001 + (n - 1) / ${EACH},
      case when h % 4 > 0 then 1 + h / 13 % ${AGENTS}::integer end, 'Thank you for the quick answer, it works now.',
      lower(concat_ws(E'\n', '#' || 1000 + n, r.subject, p.name, p.email, p.phone) || coalesce(E'\n' || nullif(array_to_string(r.tags, E'\n'), ''), ''))
    from (select n, ((n::bigint * 2654435761) % 1000003)::integer as h
      from generate_series(${from}::integer, ${to}::integer) n) s
    cross join lateral (
      select 'Question about my ' || (array[${WORDS.common}::text, 'account', 'refund'])[1 + h % 3] || ' ' ||
          (array[${WORDS.second}::text, 'payment', 'address', 'size', 'voucher', 'return', 'login'])[1 + h / 3 % 7] ||
          case when n % 20000 = 7 then ' ' || ${WORDS.rare}::text else '' end as subject,
        -- What is still worked on is young.
        case when h >= 50000 then case when h % 2 = 0 then 'closed' when h % 1000 = 5 then 'open' else 'resolved' end
          when h % 5 < 3 then 'open' else 'pending' end as status,
        (array['low', 'normal', 'normal', 'normal', 'high', 'urgent'])[1 + h / 7 % 6] as priority,
        (array['web', 'web', 'email', 'whatsapp', 'sms'])[1 + h / 11 % 5] as channel,
        case when h % 1000 = 1 then array['fragile', 'vip'] when h % 10 = 2 then array['vip'] else '{}'::text[] end as tags,
        ${at}::timestamptz - make_interval(secs => (h / 1000003.0) * ${DAYS * 86_400}::integer) as created
    ) r
    cross join lateral ${person(sql`(n + 4) / ${EACH}::integer`)} p`);
}

async function insertAround(db: Db, siteId: number, { from, to }: Omit<Range, 'at'>): Promise<void> {
  await db.query(sql`
    insert into csat_response (site_id, id, ticket_id, score, created_utc, priority, channel,
      assignee_agent_id, first_reply, within_hours, handled_by)
    select t.site_id, 3000000 + t.id - 2000000, t.id, t.id / 5 % 6, t.created_utc + interval '1 hour',
      t.priority, t.channel, t.assignee_agent_id, case when t.first_response_utc is null then 'none' else 'under_1h' end,
      case when t.id % 3 = 0 then 'outside' else 'inside' end, case when t.id % 35 = 0 then 'ai' else 'person' end
    from ticket t
    where t.site_id = ${siteId} and t.id between ${2_000_000 + from} and ${2_000_000 + to} and t.id % 5 = 0`);
  await db.query(sql`
    insert into channel_message (site_id, id, channel, direction, ticket_id, created_utc)
    select t.site_id, 4000000 + t.id - 2000000, t.channel, 'in', t.id, t.created_utc from ticket t
    where t.site_id = ${siteId} and t.id between ${2_000_000 + from} and ${2_000_000 + to}`);
}
