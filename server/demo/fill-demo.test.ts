import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql, type Db } from '#server/db/db.ts';
import type { Site } from '#server/http/call.ts';
import { startTestService, TEST_KEYS, type TestService } from '#server/testing/service.ts';
import { DemoRefused } from './demo-refused.ts';
import { ensureDemo } from './ensure-demo.ts';
import { fillDemo } from './fill-demo.ts';

// A Wednesday afternoon in Berlin.
const NOW = '2026-11-18T14:30:00.000Z';
const SIZE = 130;
let service: TestService;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
});

afterEach(() => service.close());

const silent = () => ({ now: service.clock.now(), report: () => undefined, keys: TEST_KEYS });

/** Everything that people see, without ids, which are drawn anew. */
async function story(db: Db, site: Site): Promise<unknown[]> {
  return db.query(sql`
    select t.subject, t.status, t.priority, t.channel, t.requester_name, t.requester_email, t.requester_phone, t.tags,
      t.first_response_utc, t.resolved_utc, t.created_utc, t.updated_utc, t.snoozed_until_utc, t.version,
      (select a.name from agent a where a.site_id = t.site_id and a.id = t.assignee_agent_id) as assignee,
      (select json_agg(json_build_array(c.author_kind, c.author_name, c.visibility, c.body, c.created_utc) order by c.created_utc, c.id)
        from ticket_comment c where c.site_id = t.site_id and c.ticket_id = t.id) as comments,
      (select json_agg(json_build_array(b.channel, b.external_user_id, b.display_handle, b.bound_utc) order by b.channel, b.external_user_id)
        from channel_binding b where b.site_id = t.site_id and b.identity_id = t.customer_identity_id) as handles
    from ticket t where t.site_id = ${site.id} order by t.ticket_number`);
}

test('SI-08: the same seed, size and time tell the same story, also after a reset', async () => {
  const one = await service.createSite({ name: 'One', timeZone: 'Europe/Berlin' });
  const two = await service.createSite({ name: 'Two', timeZone: 'Europe/Berlin' });
  const three = await service.createSite({ name: 'Three', timeZone: 'Europe/Berlin' });
  const db = (site: Site) => service.database.forSite(site.id);
  await fillDemo(service.database, one.site, { tickets: SIZE, seed: 7, reset: false }, silent());
  await fillDemo(service.database, two.site, { tickets: SIZE, seed: 7, reset: true }, silent());
  await fillDemo(service.database, three.site, { tickets: SIZE, seed: 8, reset: false }, silent());
  const told = await story(db(one.site), one.site);
  expect(told).toHaveLength(SIZE);
  expect(await story(db(two.site), two.site)).toEqual(told);
  expect(await story(db(three.site), three.site)).not.toEqual(told);
  await fillDemo(service.database, { ...three.site, isDemo: true }, { tickets: SIZE, seed: 7, reset: true }, silent());
  expect(await story(db(three.site), three.site)).toEqual(told);
});

test('SI-08: an empty database gets two sites and a token that stays the same', async () => {
  const { database } = service;
  const options = { key: 'a secret of more than thirty-two characters', tickets: 40 };
  const first = await ensureDemo(database, options, silent());
  const again = await ensureDemo(database, options, silent());
  expect(again).toEqual(first);
  expect(first?.site).toMatchObject({ name: 'Lumen Cycles', timeZone: 'Europe/Berlin', isDemo: true });
  const whoami = (await service.call('GET', 'whoami', { token: first?.token })).json.data;
  expect(whoami).toMatchObject({ is_demo: true, scopes: ['*'] });
  expect(whoami.agent_id).not.toBeNull();
  const sites = await database.owner.query(
    sql`select name, is_demo, undeployed, (select count(*)::integer from ticket t where t.site_id = s.id) as tickets from site s order by id`,
  );
  expect(sites).toEqual([
    { name: 'Lumen Cycles', is_demo: true, undeployed: [], tickets: 40 },
    { name: 'Lumen Cycles Outlet', is_demo: true, undeployed: ['channels', 'ai_usage'], tickets: 40 },
  ]);
});

test('a first start that was cut off is done again', async () => {
  const { database } = service;
  const options = { key: 'a secret of more than thirty-two characters', tickets: 40 };
  await ensureDemo(database, options, silent());
  await database.owner.query(sql`delete from api_token`);
  await database.owner.query(sql`delete from ticket where ticket_number > 1020`);
  expect(await ensureDemo(database, options, silent())).not.toBeNull();
  const counts = await database.owner.query(sql`select count(*)::integer as n from ticket group by site_id`);
  expect(counts).toEqual([{ n: 40 }, { n: 40 }]);
});

test('a database that belongs to somebody gets no demo, and a revoked token is not told again', async () => {
  const { database } = service;
  const options = { key: 'a secret of more than thirty-two characters', tickets: 40 };
  await ensureDemo(database, options, silent());
  await database.owner.query(sql`update api_token set revoked_utc = ${NOW}::timestamptz`);
  expect(await ensureDemo(database, options, silent())).toBeNull();
  await database.owner.query(sql`delete from site`);
  await service.createSite({ name: 'Ours' });
  expect(await ensureDemo(database, options, silent())).toBeNull();
});

test('a reset never empties a site that holds other tickets', async () => {
  const { site, token } = await service.createSite();
  await service.call('POST', 'tickets', { token, body: { subject: 'Real' } });
  for (const reset of [true, false]) {
    await expect(fillDemo(service.database, site, { tickets: 10, seed: 1, reset }, silent())).rejects.toThrow(
      DemoRefused,
    );
  }
  const { json } = await service.call('GET', 'tickets', { token });
  expect(json.items).toMatchObject([{ subject: 'Real' }]);
});
