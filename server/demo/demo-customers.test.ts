import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Statement } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { startTestService, TEST_KEYS, type TestService } from '#server/testing/service.ts';
import { fillDemo } from './fill-demo.ts';

// One filled site for the whole file: nothing here changes it. A Wednesday afternoon in Berlin.
const NOW = '2026-11-18T14:30:00.000Z';
let service: TestService;
let site: Site;
let token: string;

beforeAll(async () => {
  service = await startTestService({ now: NOW });
  ({ site, token } = await service.createSite({ timeZone: 'Europe/Berlin' }));
  const context = { now: new Date(NOW), report: () => undefined, keys: TEST_KEYS };
  await fillDemo(service.database, site, { tickets: 400, seed: 1, reset: false }, context);
});

afterAll(() => service.close());

const rows = <Row extends object>(statement: Statement) => service.database.forSite(site.id).query<Row>(statement);
const one = async <Row extends object>(statement: Statement) => (await rows<Row>(statement))[0];

test('SI-08: the desk knows its customers: notes, numbers in several forms, handles on several channels, one who is blocked', async () => {
  const known = await one<Record<string, number>>(sql`
    select (select count(*)::integer from customer_note) as notes,
      (select count(*)::integer from customer_note n join agent a on a.name = n.author) as by_agents,
      (select count(*)::integer from customer_identity where phone like '00%') as written_otherwise,
      (select count(*)::integer from customer_identity where blocked_utc is not null) as blocked,
      (select count(*)::integer from customer_note n join customer_identity c on c.id = n.identity_id
        where c.blocked_utc is not null and n.body like 'Blocked after%' and n.created_utc >= c.blocked_utc) as reasons,
      (select count(*)::integer from audit_log where action = 'customer.create') as written_down,
      (select count(*)::integer from (select identity_id from channel_binding group by 1 having count(distinct channel) > 2) m) as on_three`);
  expect(known).toMatchObject({ blocked: 1, reasons: 1, written_down: 5 });
  for (const count of ['notes', 'written_otherwise', 'on_three']) expect(known?.[count], count).toBeGreaterThan(0);
  expect(known?.['by_agents']).toBe(known?.['notes']);
  const list = async (resource: string, query: Record<string, string | number>) =>
    (await service.call('GET', resource, { token, query })).json;
  const isMarked = (item: { customer_blocked: boolean }) => item.customer_blocked;
  const [blocked] = (await list('customer_identities', { blocked: 1 })).items;
  expect(blocked.ticket_count).toBeGreaterThan(1);
  expect((await list('tickets', { customer_identity_id: blocked.id })).items.every(isMarked)).toBe(true);
  expect((await list('tickets', { limit: 200 })).items.every(isMarked)).toBe(false);
  // Nobody has taken back the link that they were given before.
  const links = (await list('portal_tokens', { state: 'active', limit: 200 })).data.items;
  const forgotten = links.filter(isMarked);
  expect(forgotten).toMatchObject([{ requester_email: blocked.email }]);
  expect(forgotten[0].created_utc < blocked.blocked_utc).toBe(true);
  expect((await list('customer_identities', { without_channel: 'whatsapp' })).total_count).toBeGreaterThan(20);
  const found = await list('customer_identities', { q: '+49 30 23125-914' });
  expect(found.items).toMatchObject([{ display_name: 'Radhaus Werkstatt' }]);
});

test('SI-08: the desk has some people twice, more and less surely, and has seen one of them', async () => {
  const list = async (resource: string) => (await service.call('GET', resource, { token })).json.data;
  const { items, pending } = await list('customer_duplicates');
  expect(pending).toBe(0);
  const kinds = items.map(({ strength, evidence }: { strength: string; evidence: { kind: string }[] }) =>
    [strength, ...evidence.map(({ kind }) => kind)].join(' '),
  );
  for (const wanted of [
    'strong phone name',
    'strong handle',
    'strong email handle name',
    'likely name visitor',
    'weak name',
  ])
    expect(kinds).toContain(wanted);
  const { items: merges } = await list('customer_merges');
  expect(merges).toMatchObject([{ actor: 'Demo data', undone_utc: null, moved: { handles: 1, notes: 1 } }]);
  const query = { identity_id: merges[0].merged_id };
  const { identity } = (await service.call('GET', 'customer', { token, query })).json.data;
  expect(identity).toMatchObject({ id: merges[0].survivor_id, merged_from: [merges[0].merged_id] });
  expect(identity.ticket_count).toBeGreaterThan(1);
});
