import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { readSiteValues } from './site-settings.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ label: 'Desk' });
});
afterEach(() => service.close());

const read = async (token = home.token) => (await service.call('GET', 'site_settings', { token })).json.data;
const patch = (version: number, values: object, token = home.token) =>
  service.call('PATCH', 'site_settings', { token, body: { version, values } });

test('API-site_settings-GET is empty by default', async () => {
  expect(await read()).toEqual({ values: {}, version: 0, updated_utc: null, updated_by: null });
});

test('API-site_settings-PATCH merges top-level keys; null removes one', async () => {
  const first = {
    health_rules: { no_first_reply: 2, ai_errors: 10 },
    csat_definition: 'share_good',
    csat_good_from: 4,
  };
  const one = await patch(0, first);
  expectSuccess(one);
  expect(one.json.data).toEqual({ values: first, version: 1, updated_utc: NOW, updated_by: 'Desk' });
  service.clock.advance(60_000);
  const two = (await patch(1, { health_rules: { no_first_reply: 3 }, csat_definition: null, reply_target_minutes: 90 }))
    .json.data;
  // The rules are one key: absent rules have their defaults again.
  const values = { health_rules: { no_first_reply: 3 }, csat_good_from: 4, reply_target_minutes: 90 };
  expect(two).toEqual({ values, version: 2, updated_utc: '2026-11-20T14:31:00.000Z', updated_by: 'Desk' });
  expect(await read()).toEqual(two);
  expect(await readSiteValues(service.database.forSite(home.site.id), home.site)).toEqual(values);
});

test('API-site_settings-PATCH with an old version is a conflict with the present settings', async () => {
  await patch(0, { csat_good_from: 3 });
  const late = await patch(0, { csat_good_from: 5 });
  expectError(late, 'conflict');
  expect(late.json.error.current).toEqual(await read());
  expect((await read()).values).toEqual({ csat_good_from: 3 });
});

test('API-site_settings-PATCH: one of two concurrent first changes is a conflict', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map((csat_good_from) => patch(0, { csat_good_from })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  expect((await read()).version).toBe(1);
});

test('API-site_settings-PATCH with the same values keeps the version and adds no audit entry', async () => {
  await patch(0, { health_rules: { ai_errors: 5, migration: 0 } });
  const before = await read();
  service.clock.advance(60_000);
  const body = { health_rules: { migration: 0, ai_errors: 5 }, reply_target_minutes: null };
  expect((await patch(1, body)).json.data).toEqual(before);
  expect((await patch(1, {})).json.data).toEqual(before);
  const { items } = (
    await service.call('GET', 'audit_log', { token: home.token, query: 'action=site_settings.update' })
  ).json.data;
  expect(items).toHaveLength(1);
});

test('API-site_settings-PATCH: the audit log has each changed value and threshold, old and new', async () => {
  await patch(0, { health_rules: { no_first_reply: 2 }, csat_definition: 'mean' });
  await patch(1, { health_rules: { channel_silence: 120 }, csat_definition: 'share_top' });
  const { items } = (
    await service.call('GET', 'audit_log', { token: home.token, query: 'action=site_settings.update' })
  ).json.data;
  expect(items[0]).toMatchObject({ object_type: 'site_settings', object_id: home.site.id.toString() });
  expect(items[0].changes).toEqual([
    { field: 'csat_definition', from: 'mean', to: 'share_top' },
    { field: 'health_rules.channel_silence', from: null, to: 120 },
    { field: 'health_rules.no_first_reply', from: 2, to: null },
  ]);
});

test('API-site_settings-PATCH refuses unknown settings and values out of bounds', async () => {
  const refused: object[] = [
    { colour: 'red' },
    { health_rules: { no_such_rule: 1 } },
    { health_rules: { ai_cap: 1 } },
    { health_rules: { ai_forecast: 1_001 } },
    { health_rules: { ai_errors: 101 } },
    { health_rules: { channel_silence: -1 } },
    { health_rules: { migration: 1.5 } },
    { health_rules: { no_first_reply: null } },
    { reply_target_minutes: 0 },
    { reply_target_minutes: 43_201 },
    { csat_good_from: 0 },
    { csat_good_from: 6 },
    { csat_definition: 'median' },
  ];
  for (const values of refused) expectError(await patch(0, values), 'bad_field');
  expectSuccess(await patch(0, { health_rules: { ai_forecast: 1_000, ai_errors: 100 }, csat_good_from: 5 }));
});

test('each site has its own settings', async () => {
  const other = await service.createSite({ name: 'Other' });
  await patch(0, { csat_good_from: 3 });
  expect((await read(other.token)).version).toBe(0);
  expectSuccess(await patch(0, { csat_good_from: 5 }, other.token));
  expect((await read()).values).toEqual({ csat_good_from: 3 });
});
