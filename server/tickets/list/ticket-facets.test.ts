import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import type { TestService } from '#server/testing/service.ts';
import { startSampleSite, type SampleSite } from '#server/testing/sample-site.ts';

// One set of tickets for the whole file: nothing here changes it.
let sample: SampleSite;
let service: TestService;
let token: string;

beforeAll(async () => {
  sample = await startSampleSite();
  ({ service, token } = sample);
});

afterAll(() => service.close());

test('IN-04: facets count each value under the other filters', async () => {
  const { json } = await service.call('GET', 'tickets', {
    token: sample.tokenOfAda,
    query: { status: 'open,pending', facets: 1 },
  });
  expect(json.total_count).toBe(5);
  expect(json.facets).toEqual({
    status: { open: 3, pending: 2, resolved: 1, closed: 1 },
    priority: { urgent: 1, high: 1, normal: 2, low: 1 },
    channel: { email: 1, sms: 1, web: 2, whatsapp: 1 },
    assignee: { none: 4, [String(sample.ada)]: 1 },
    folder: { needs_first_reply: 2, urgent: 1, unassigned: 4, pending: 2, snoozed: 1, stale: 2, mine: 1 },
  });
  const narrowed = await service.call('GET', 'tickets', {
    token,
    query: { status: 'open', priority: 'low', q: 'brake', facets: 1 },
  });
  expect(narrowed.json.facets).toMatchObject({
    status: { open: 1, pending: 0, resolved: 0, closed: 0 },
    priority: { urgent: 0, high: 0, normal: 0, low: 1 },
    folder: { needs_first_reply: 1, urgent: 0, unassigned: 1, pending: 0, snoozed: 0, stale: 0, mine: 0 },
  });
});

test('IN-25: the count of a folder equals the total of its list, whichever folder is open', async () => {
  const folders = {
    unassigned: { assignee: 'none' },
    mine: { assignee: 'me' },
    snoozed: { snoozed: 1 },
    stale: { stale: 1 },
  };
  const shared = { status: 'open,pending', facets: 1 };
  for (const open of [{}, ...Object.values(folders)]) {
    const { json } = await service.call('GET', 'tickets', { token: sample.tokenOfAda, query: { ...shared, ...open } });
    for (const [name, query] of Object.entries(folders)) {
      const alone = await service.call('GET', 'tickets', {
        token: sample.tokenOfAda,
        query: { status: 'open,pending', ...query },
      });
      expect([name, json.facets.folder[name]]).toEqual([name, alone.json.total_count]);
    }
  }
});

test.each([{}, { first_reply: 'none' }, { first_reply: 'done' }, { snoozed: 1 }, { assignee: 'none' }, { stale: 1 }])(
  'IN-25: folders of a status or priority have the total of their own list under the filter %o',
  async (filter) => {
    const folders = {
      needs_first_reply: { status: 'open', first_reply: 'none' },
      urgent: { status: 'open,pending', priority: 'urgent' },
      pending: { status: 'pending' },
    };
    // Snoozed, stale and unassigned are folders too, so opening another folder replaces them.
    const others = 'first_reply' in filter ? filter : {};
    // created_from makes the query count tickets one by one instead of using the counters.
    for (const everything of [{}, { created_from: '2000-01-01T00:00:00Z' }]) {
      const { json } = await service.call('GET', 'tickets', {
        token,
        query: { status: 'open,pending', facets: 1, ...filter, ...everything },
      });
      for (const [name, list] of Object.entries(folders)) {
        const alone = await service.call('GET', 'tickets', { token, query: { ...others, ...list } });
        expect([name, json.facets.folder[name]]).toEqual([name, alone.json.total_count]);
      }
    }
  },
);

test('an answered ticket leaves the folder of tickets without a first reply', async () => {
  const own = await startSampleSite();
  try {
    const folders = async () =>
      (await own.service.call('GET', 'tickets', { token: own.token, query: { status: 'open,pending', facets: 1 } }))
        .json.facets.folder;
    expect(await folders()).toMatchObject({ needs_first_reply: 2, stale: 2 });
    const made = await own.service.call('POST', 'tickets', { token: own.token, body: { subject: 'Loose spoke' } });
    expect(await folders()).toMatchObject({ needs_first_reply: 3, stale: 2 });
    const reply = { ticket_id: made.json.data.id, body: 'We tighten it' };
    await own.service.call('POST', 'ticket_comments', { token: own.token, body: reply });
    expect(await folders()).toMatchObject({ needs_first_reply: 2, stale: 2 });
  } finally {
    await own.service.close();
  }
});

test('the facet count of every value equals the total of its list', async () => {
  const { json } = await service.call('GET', 'tickets', { token, query: { q: 'exa', facets: 1 } });
  for (const [channel, count] of Object.entries(json.facets.channel)) {
    const alone = await service.call('GET', 'tickets', { token, query: { q: 'exa', channel } });
    expect(alone.json.total_count).toBe(count);
  }
});

test('of more than a thousand channels only those with most tickets are counted', async () => {
  const { site, token: own } = await service.createSite();
  const at = '2026-11-20T10:00:00.000Z';
  await service.database.owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc, search_text)
    select ${site.id}, n, n, 'Many', 'open', 'normal', 'channel-' || least(n, 1005), ${at}, ${at}, 'many'
    from generate_series(1, 1007) n`);
  const { json } = await service.call('GET', 'tickets', { token: own, query: { q: 'many', facets: 1, limit: 1 } });
  expect(json.total_count).toBe(1007);
  expect(Object.keys(json.facets.channel)).toHaveLength(1_000);
  expect(json.facets.channel).toMatchObject({ 'channel-1005': 3, 'channel-1': 1 });
  expect(json.facets.status.open).toBe(1007);
});
