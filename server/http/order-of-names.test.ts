import { expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createDatabaseOfLocale, createTestDatabase } from '#server/testing/database.ts';
import { startTestService } from '#server/testing/service.ts';

const NOW = new Date('2026-11-20T14:30:00Z');
/** Alphabetical, ignoring case and accents; ties by code point. */
const NAMES = ['(x)', '_x', 'Ada', 'ada', 'Ähre', 'Bo', 'Ørsted', 'zoe', '{x}', '~'];

test.each([
  ['the embedded database', createTestDatabase],
  ['a database whose locale is English', () => createDatabaseOfLocale('en-US')],
  ['a database whose locale is Swedish', () => createDatabaseOfLocale('sv-SE')],
])(
  'names of agents, customers and segments have the same order in %s',
  async (_, create) => {
    const database = await openDatabase({ dataDir: '', databaseUrl: await create() });
    const service = await startTestService({ database });
    const { site, token } = await service.createSite();
    const { owner } = database;
    const given = sql`unnest(${NAMES}::text[]) with ordinality as u (name, n) order by md5(name)`;
    await owner.query(sql`
    insert into agent (site_id, id, name, created_utc) select ${site.id}, n, name, ${NOW}::timestamptz from ${given}`);
    await owner.query(sql`
    insert into customer_identity (site_id, id, display_name, first_seen_utc, last_seen_utc)
    select ${site.id}, n, name, ${NOW}::timestamptz, ${NOW}::timestamptz from ${given}`);
    await owner.query(sql`
    insert into visitor (site_id, id, visitor_key, search_text, first_seen_utc, last_seen_utc)
    values (${site.id}, 1, 'v', '', ${NOW}, ${NOW})`);
    await owner.query(sql`
    insert into visitor_event (site_id, id, visitor_id, event, occurred_utc) values (${site.id}, 2, 1, 'buy', ${NOW})`);
    const keys = NAMES.map((name) => name.toLowerCase());
    await owner.query(sql`
    insert into segment (site_id, id, name, name_key, event, min_count, within_days, created_utc)
    select ${site.id}, min(n), min(key), key, 'buy', 1, 1, ${NOW}::timestamptz
    from unnest(${keys}::text[]) with ordinality as u (key, n) group by key order by md5(key)`);

    const get = async (resource: string, query = {}) => (await service.call('GET', resource, { token, query })).json;
    const agents: { name: string }[] = (await get('agents', { limit: 50 })).data.items;
    expect(agents.map(({ name }) => name)).toEqual(NAMES);
    const customers: { display_name: string }[] = (await get('customer_identities', { order_by: 'name', limit: 50 }))
      .items;
    expect(customers.map(({ display_name: name }) => name)).toEqual(NAMES);
    expect((await get('visitors')).data.items[0].segments).toEqual([...new Set(keys)].toSorted());
    await service.close();
    await database.close();
  },
  60_000,
);
