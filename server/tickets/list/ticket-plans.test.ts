import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { vacuum } from '#server/testing/database.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { ticketCondition } from './ticket-conditions.sql.ts';
import { countTickets, findTickets } from './ticket-list.sql.ts';
import { readTicketSelection } from './ticket-selection.ts';

// Two sites with many tickets, so only an index finds a page quickly.
const COUNT = 12_000;
let service: TestService;
let siteId: bigint;
let db: Db;

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  for (const name of ['Other', 'Home']) {
    const { site } = await service.createSite({ name });
    siteId = site.id;
    await service.database.owner.query(sql`
      insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc,
        first_response_utc, unanswered_utc, search_text)
      select ${site.id}, n, 1000 + n, 'Ticket ' || n, case when n % 50 = 0 then 'open' when n % 10 = 3 then 'pending' when n % 2 = 0 then 'resolved' else 'closed' end,
        (array['low', 'normal', 'high', 'urgent'])[1 + n % 4], 'web', ${'2026-11-20T00:00:00Z'}::timestamptz - make_interval(mins => n),
        ${'2026-11-20T00:00:00Z'}::timestamptz - make_interval(mins => n % 777),
        case when n % 100 > 0 then ${'2026-11-20T00:00:00Z'}::timestamptz end,
        case when n % 4 = 0 then ${'2026-11-20T00:00:00Z'}::timestamptz - make_interval(mins => n) end,
        '#' || (1000 + n) || E'\nticket ' || md5(n::text)
      from generate_series(1, ${COUNT}::integer) n`);
  }
  // As maintenance does: fresh statistics, and no pending rows in the search index.
  await vacuum('ticket');
  await service.database.owner.query(sql`analyze customer_identity, agent`);
  db = service.database.forSite(siteId);
});

afterAll(() => service.close());

/** The plan of a list's query, for the service's role under row-level security. */
async function plansOf(query: Record<string, unknown>): Promise<string> {
  const plans: string[] = [];
  const explaining: Db = {
    ...db,
    async query<Row extends object>(statement: Statement): Promise<Row[]> {
      const rows = await db.query<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return [];
    },
    transaction: () => expect.fail('a list needs no transaction'),
  };
  const selection = readTicketSelection({ limit: 25, skip: 0, format: 'json', ...query }, null);
  const now = service.clock.now();
  const view = {
    siteId,
    country: null,
    agentId: null,
    now,
    overdueSince: now.toISOString(),
    messages: selection.inMessages ? new Map([[String(query['q']), [5n, 6n]]]) : null,
  };
  const where = ticketCondition(selection, view);
  const skip = Number(query['skip'] ?? 0);
  const { order, isReversed, overdue: onlyAwaited } = selection;
  const page = { where, order, isReversed, onlyAwaited, limit: 25, skip };
  if (query['count'] === true) await countTickets(explaining, where);
  else await findTickets(explaining, { ...page, extensions: true });
  return plans.join('\n');
}

const LISTS: readonly (readonly [name: string, query: Record<string, unknown>, index: string])[] = [
  ['nothing asked', {}, 'ticket_created'],
  ['a status', { status: ['open'] }, 'ticket_status_created'],
  ['the order by change', { order_by: 'updated' }, 'ticket_updated'],
  ['the order by priority', { order_by: 'priority' }, 'ticket_priority'],
  ['the least urgent first', { order_by: 'priority', dir: 'asc' }, 'ticket_priority'],
  ['the longest waiting first', { order_by: 'waiting' }, 'ticket_waiting'],
  ['the reply that is due first', { order_by: 'due' }, 'ticket_unanswered'],
  ['the reply that is due last', { order_by: 'due', dir: 'desc' }, 'ticket_unanswered'],
  ['overdue replies', { overdue: true, order_by: 'due' }, 'ticket_unanswered'],
  ['the count of overdue replies', { overdue: true, count: true }, 'ticket_unanswered'],
  ['a search', { q: 'c4ca4238a0b9' }, 'ticket_search'],
  ['the count of a search', { q: 'c4ca4238a0b9', count: true }, 'ticket_search'],
  ['a search of messages too', { q: 'c4ca4238a0b9', text: true }, 'ticket_search'],
  ['the count of a search of messages too', { q: 'c4ca4238a0b9', text: true, count: true }, 'ticket_search'],
  ['a search in two spellings', { q: 'Schoenfeld' }, 'ticket_search'],
  ['the count of a search in two spellings', { q: 'Schoenfeld', count: true }, 'ticket_search'],
  ['a search for a phone', { q: '+49 30 1234567' }, 'ticket_phone'],
  ['the words of a search for a phone', { q: '+49 30 1234567' }, 'ticket_search'],
  ['the count of a status', { status: ['open'], count: true }, 'ticket_status_created'],
  ['a customer', { customer_identity_id: 5n }, 'ticket_identity'],
  ['a phone', { filter: '{"all":[{"field":"requester_phone","op":"is","value":"+49 30 1"}]}' }, 'ticket_phone'],
  ['an agent', { assignee: '5' }, 'ticket_assignee'],
  ['a priority', { priority: ['urgent'] }, 'ticket_priority'],
  ['a channel that is rare', { channel: 'telegram' }, 'ticket_channel'],
  ['what is worked on', { status: ['pending', 'open'] }, 'ticket_active'],
  ['a tag', { tag: 'c4ca4238a0b9' }, 'ticket_search'],
];

test.each(LISTS)('%s uses its index under row-level security', async (_name, query, index) => {
  const plan = await plansOf(query);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on ticket\b/);
});

test.each([
  ['the longest waiting first', { order_by: 'waiting' }],
  ['the reply that is due first', { order_by: 'due' }],
  ['a page far down', { skip: 1_000 }],
])('%s joins its tickets by ctid, whatever the statistics say', async (_name, query) => {
  expect(await plansOf(query)).toContain('Tid Scan on ticket');
});

test('plans are made for a role under row-level security', async () => {
  const rows = await db.query<{ n: number }>(sql`select count(*)::integer as n from ticket`);
  expect(rows).toEqual([{ n: COUNT }]);
});
