import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const DAY_MS = 86_400_000;
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ label: 'Support leads' });
});

afterEach(() => service.close());

async function issue(requester_email: string, { days = 30, uses = 0, site = home } = {}): Promise<bigint> {
  const body = { requester_email, expiry_days: days, reuse_active: false };
  const { json } = await service.call('POST', 'portal_token', { token: site.token, body });
  for (let use = 0; use < uses; use += 1) {
    const payload = JSON.stringify({ token: json.data.token });
    await service.app.inject({ method: 'POST', url: '/portal/session', payload });
    service.clock.advance(10_000);
  }
  return json.data.id;
}

async function list(query: string) {
  const answer = await service.call('GET', 'portal_tokens', { token: home.token, query });
  expectSuccess(answer);
  return answer.json.data;
}
const ids = async (query: string) => (await list(query)).items.map(({ id }: { id: unknown }) => id);
const revoke = (id: bigint) => service.call('DELETE', 'portal_token', { token: home.token, query: { id: String(id) } });

test('API-portal_tokens-GET finds links by words of the email and by number of uses', async () => {
  const often = await issue('Maren.Lindqvist@post.example', { uses: 3 });
  const once = await issue('hannah@post.example', { uses: 1 });
  const sub = await issue('maren@mail.post.example');
  expect(await ids('q=MAREN')).toEqual([sub, often]);
  expect(await ids('q=maren lind')).toEqual([often]);
  expect(await ids('q=maren %25')).toEqual([]);
  expect(await ids('min_uses=1')).toEqual([once, often]);
  expect(await ids('min_uses=3')).toEqual([often]);
  expect(await ids('min_uses=1&q=mail.post.example')).toEqual([]);
});

test('API-portal_tokens-GET orders by issue, newest first, or by expiry, soonest first, consistently across pages', async () => {
  const late = await issue('a@example.org', { days: 90 });
  const soon = await issue('b@example.org', { days: 3 });
  const same = await issue('c@example.org', { days: 3 });
  expect(await ids('')).toEqual([same, soon, late]);
  expect(await ids('order_by=expires')).toEqual([soon, same, late]);
  expect(await ids('order_by=expires&limit=1&skip=1')).toEqual([same]);
});

test('API-portal_tokens-GET counts each facet like its list, within the requested email', async () => {
  await issue('old@example.org', { days: 365, uses: 10 });
  service.clock.advance(40 * DAY_MS);
  await issue('gone@example.org', { days: 1 });
  service.clock.advance(5 * DAY_MS);
  await issue('soon@example.org', { days: 7 });
  await issue('new@example.org');
  await revoke(await issue('back@example.org', { days: 2, uses: 12 }));
  await issue('else@elsewhere.example');
  const { facets, total_count } = await list('facets=1&limit=1&q=@example.org');
  expect(total_count).toBe(5);
  expect(facets).toEqual({
    state: { active: 3, expired: 1, revoked: 1 },
    expiring: 1,
    unused: 2,
    many_uses: 1,
  });
  const count = async (query: string) => (await list(`${query}&q=@example.org`)).total_count;
  expect(await count('state=active')).toBe(facets.state.active);
  expect(await count('state=expired')).toBe(facets.state.expired);
  expect(await count('state=revoked')).toBe(facets.state.revoked);
  expect(await count('expiring_days=7')).toBe(facets.expiring);
  expect(await count('state=active&unused=1')).toBe(facets.unused);
  expect(await count('state=active&min_uses=10')).toBe(facets.many_uses);
  expect((await list('facets=1&q=nobody')).facets.state).toEqual({ active: 0, expired: 0, revoked: 0 });
});

test('API-portal_tokens-GET has the customer of each email, of this site only', async () => {
  const other = await service.createSite({ name: 'Other' });
  const body = { subject: 'Bell', requester_email: 'maren@example.org' };
  await service.call('POST', 'tickets', { token: other.token, body });
  await issue('Maren@Example.org');
  await issue('nobody@example.org');
  expect((await list('')).items.map((item: { customer_identity_id: unknown }) => item.customer_identity_id)).toEqual([
    null,
    null,
  ]);
  const { json } = await service.call('POST', 'tickets', { token: home.token, body });
  expect((await list('')).items).toMatchObject([
    { customer_identity_id: null, customer_merged: false, customer_blocked: false },
    { customer_identity_id: json.data.customer_identity_id, customer_merged: false, customer_blocked: false },
  ]);
});

test('API-portal_tokens-GET marks the links of blocked customers and of emails from a merge', async () => {
  const ask = async (requester_email: string) => {
    const body = { subject: 'Bell', requester_email };
    return (await service.call('POST', 'tickets', { token: home.token, body })).json.data.customer_identity_id;
  };
  const [stays, goes, blocked] = [await ask('a@example.org'), await ask('b@example.org'), await ask('c@example.org')];
  for (const name of ['a', 'b', 'c']) await issue(`${name}@example.org`);
  const merge = { survivor_id: stays, merged_id: goes };
  expectSuccess(await service.call('POST', 'customer_merges', { token: home.token, body: merge }));
  const block = { id: blocked, blocked: true };
  expectSuccess(await service.call('PATCH', 'customer', { token: home.token, body: block }));
  expect((await list('')).items).toMatchObject([
    { customer_identity_id: blocked, customer_merged: false, customer_blocked: true },
    { customer_identity_id: stays, customer_merged: true, customer_blocked: false },
    { customer_identity_id: stays, customer_merged: false, customer_blocked: false },
  ]);
});
