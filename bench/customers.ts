/**
 * Lists of 1,000,000 customers with 1,000,000 handles in each order and under each filter, one customer by id, and the
 * timeline of one with 5,000 tickets and 50,000 events, against `GET tickets?limit=25` over 5,000 tickets, They take turns; a figure is the median of its rounds' ratios. Counts over very many matches
 * are printed without a goal.
 */
import { recountAll } from '#server/testing/recount.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Db } from '#server/db/db.ts';
import { fillSite } from './fill-site.ts';
import { median } from './measure.ts';
import { openService, serviceEnv } from './open-service.ts';
import { withPostgres } from './with-postgres.ts';
import { vacuum } from './vacuum.ts';

const GOAL = 4;
const CUSTOMERS = 1_000_000;
const EVENTS = 50_000;
const ROUNDS = 9;
const A_ROUND = 5;
/** Ids far behind those that the site draws. */
const FIRST_ID = 1_000_000_000;
const LIST = 'tickets&limit=25';

interface Case {
  readonly name: string;
  readonly query: string;
  /** Times a list of tickets at most, or null where it may take what it takes. */
  readonly goal: number | null;
}

function cases(busyId: number): Case[] {
  const list = (query: string, goal: number | null = GOAL): Case => ({
    name: `customers${query}`,
    query: `customer_identities&limit=50${query}`,
    goal,
  });
  const q = (text: string, goal?: number | null) => list(`&q=${encodeURIComponent(text)}`, goal);
  return [
    list(''),
    list('&order_by=recent'),
    list('&order_by=name'),
    list('&order_by=name&skip=500000', null),
    q('Quirin'),
    q('person.0500000@example.org'),
    q('0049 151 0500-000'),
    q('user-500000'),
    q('Ada Quirin'),
    q('Ada', null),
    q('example.org', null),
    q('Qu'),
    list('&channel=whatsapp'),
    list('&channel=email'),
    list('&without_channel=whatsapp'),
    list('&blocked=1'),
    list('&channel=sms&external_user_id=%2B49151500004'),
    { name: 'customer by id', query: `customer&identity_id=${busyId}`, goal: GOAL },
    { name: 'timeline', query: `customer_timeline&identity_id=${busyId}`, goal: null },
    { name: 'timeline of tickets', query: `customer_timeline&identity_id=${busyId}&kinds=ticket`, goal: null },
    { name: 'timeline, far', query: `customer_timeline&identity_id=${busyId}&skip=20000`, goal: null },
  ];
}

/** By set-based SQL instead of 1,000,000 calls. Answers the customer who has all tickets and events. */
async function loadCustomers(db: Db, siteId: number, at: string): Promise<number> {
  await db.query(sql`
    insert into customer_identity (site_id, id, email, email_key, phone, phone_key, display_name, ticket_count,
      first_seen_utc, last_seen_utc, blocked_utc)
    select ${siteId}, ${FIRST_ID}::bigint + n, 'person.' || lpad(n::text, 7, '0') || '@example.org',
      'person.' || lpad(n::text, 7, '0') || '@example.org', '+49 151 ' || lpad(n::text, 7, '0'),
      '+49151' || lpad(n::text, 7, '0'),
      (array['Ada', 'Bo', 'Chidi', 'Dana', 'Emil', 'Fatima'])[1 + n % 6] || ' ' ||
        case when n % 50000 = 0 then 'Quirin' else (array['Lund', 'Okafor', 'Petersen', 'Sato'])[1 + n % 4] end,
      n % 17, ${at}::timestamptz - interval '1 second' * n, ${at}::timestamptz - interval '1 second' * (n / 2),
      case when n % 1000 = 0 then ${at}::timestamptz end
    from generate_series(1, ${CUSTOMERS}::integer) n`);
  await db.query(sql`
    insert into channel_binding (site_id, id, channel, external_user_id, display_handle, identity_id, bound_utc)
    select ${siteId}, ${FIRST_ID}::bigint * 2 + n,
      case when n % 10000 = 0 then 'email' when n % 5 = 0 then 'messenger' when n % 4 = 0 then 'sms' else 'whatsapp' end,
      case when n % 5 = 0 then 'user-' || n else '+49151' || lpad(n::text, 6, '0') end, null,
      ${FIRST_ID}::bigint + 1 + (n * 7919::bigint) % ${CUSTOMERS}, ${at}::timestamptz
    from generate_series(1, ${CUSTOMERS}::integer) n`);
  const busyId = FIRST_ID + 1;
  await db.query(sql`
    update ticket set customer_identity_id = ${busyId} where site_id = ${siteId}`);
  await db.query(sql`
    insert into visitor (site_id, id, visitor_key, customer_identity_id, event_count, search_text, first_seen_utc, last_seen_utc)
    values (${siteId}, ${FIRST_ID}::bigint * 3, 'busy', ${busyId}, ${EVENTS}, 'busy', ${at}::timestamptz, ${at}::timestamptz)`);
  await db.query(sql`
    insert into visitor_event (site_id, id, visitor_id, event, occurred_utc)
    select ${siteId}, ${FIRST_ID}::bigint * 4 + n, ${FIRST_ID}::bigint * 3, 'page_view', ${at}::timestamptz - interval '1 minute' * n
    from generate_series(1, ${EVENTS}::integer) n`);
  await recountAll(db);
  await vacuum(db, 'customer_identity', 'channel_binding');
  await db.query({ text: 'analyze ticket, visitor_event', values: [] });
  return busyId;
}

async function compare(engine: string, folder: string, databaseUrl: string | null): Promise<void> {
  const { siteId, token } = await fillSite(folder, 5_000, serviceEnv(databaseUrl));
  const now = new Date();
  const service = await openService({ folder, databaseUrl, token, now: () => now });
  try {
    const busyId = await loadCustomers(service.database.owner, siteId, now.toISOString());
    const all = cases(busyId);
    for (const { name, query } of all) checkAnswer(name, await service.send('GET', query));
    const round = async (query: string, times: number) => {
      const startedMs = performance.now();
      for (let n = 0; n < times; n += 1) await service.send('GET', query);
      return (performance.now() - startedMs) / times;
    };
    const rounds: Map<string, number>[] = [];
    for (let n = -1; n < ROUNDS; n += 1) {
      const took = new Map<string, number>();
      for (const { query, goal } of all) took.set(query, await round(query, goal === null ? 1 : A_ROUND));
      took.set(LIST, await round(LIST, A_ROUND));
      if (n >= 0) rounds.push(took);
    }
    const times = (query: string) => rounds.map((took) => took.get(query) ?? Number.NaN);
    const ticketsMs = median(times(LIST));
    for (const { name, query, goal } of all) {
      const ratio = median(times(query).map((ms, index) => ms / (times(LIST)[index] ?? Number.NaN)));
      console.log(
        `${name} over ${CUSTOMERS} customers on ${engine}: ${ratio.toFixed(2)} times a list of tickets ` +
          `(${median(times(query)).toFixed(1)} ms against ${ticketsMs.toFixed(1)} ms; goal ${goal ?? 'none'})`,
      );
      if (goal !== null && ratio > goal) process.exitCode = 1;
    }
  } finally {
    await service.close();
  }
}

/** An empty list would be quick too, so check that it has rows. */
function checkAnswer(name: string, payload: string): void {
  if (payload.includes('"items":[]')) throw new Error(`${name} found nobody`);
}

const folder = await mkdtemp(join(tmpdir(), 'support-console-bench-'));
try {
  await withPostgres((url) => compare('PostgreSQL', join(folder, 'postgres'), url));
} finally {
  await rm(folder, { recursive: true, force: true });
}
