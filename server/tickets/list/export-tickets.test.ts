import { afterAll, beforeAll, expect, test } from 'vitest';
import { TICKET_COLUMNS, TICKET_ORDERS } from '#contract/tickets.ts';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';

// More rows than two batches of the stream, many with the same created_utc.
const COUNT = 2_345;
let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  const home = await service.createSite();
  token = home.token;
  await service.database.forSite(home.site.id).query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc,
      first_response_utc, requester_phone, tags, search_text)
    select ${home.site.id}, n, 1000 + n, case n when 7 then '=1+1, "x"' else 'Ticket ' || n end,
      (array['open', 'pending', 'resolved', 'closed'])[1 + n % 4], (array['low', 'normal', 'high', 'urgent'])[1 + n % 3], 'web',
      ${'2026-11-01T00:00:00Z'}::timestamptz + make_interval(mins => n / 5), ${'2026-11-02T00:00:00Z'}::timestamptz + make_interval(mins => n % 50),
      case when n % 3 = 0 then ${'2026-11-03T00:00:00Z'}::timestamptz end, case n when 8 then '+493023125001' end,
      case n when 9 then array['a', 'b'] else '{}' end, 'ticket'
    from generate_series(1, ${COUNT}::integer) n`);
});

afterAll(() => service.close());

async function numbersOf(query: Record<string, string | number>): Promise<string[]> {
  const { text, status } = await service.call('GET', 'tickets', { token, query: { ...query, format: 'csv' } });
  expect(status).toBe(200);
  return text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[1] ?? '');
}

test('API-tickets-GET: CSV has the fields of the API document, in its order', async () => {
  const { text, headers } = await service.call('GET', 'tickets', {
    token,
    query: { format: 'csv', order_by: 'created', dir: 'asc', limit: 10 },
  });
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  const lines = text.split('\r\n');
  expect(lines[0]).toBe(TICKET_COLUMNS.join(','));
  expect(lines).toHaveLength(12);
  expect(lines[7]).toBe(`7,1007,"'=1+1, ""x""",closed,normal,web,,,,,,,2026-11-01T00:01:00.000Z,`);
  expect(lines[8]).toContain(',+493023125001,');
  expect(lines[9]).toContain('"a,b"');
});

test('all=1 streams the whole list in order, each ticket once', async () => {
  for (const order_by of TICKET_ORDERS) {
    for (const dir of ['asc', 'desc']) {
      const streamed = await numbersOf({ order_by, dir, all: 1 });
      expect(new Set(streamed).size).toBe(COUNT);
      expect(streamed).toHaveLength(COUNT);
      // None is lost or repeated between batches, so a few pages show the order.
      for (const skip of [0, 900, 1900, COUNT - 200])
        expect(streamed.slice(skip, skip + 200), `${order_by} ${dir} from ${skip}`).toEqual(
          await numbersOf({ order_by, dir, skip, limit: 200 }),
        );
    }
  }
});

test('all=1 applies the filters', async () => {
  expect(await numbersOf({ status: 'open', all: 1 })).toHaveLength(586);
  expect(await numbersOf({ q: 'nothing like it', all: 1 })).toEqual([]);
});
