import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { oneDigitAway } from './near-numbers.ts';

let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  home = await service.createSite();
});

afterEach(() => service.close());

async function create(display_name: string, phone: string | undefined, email = `${display_name}@near.example`) {
  const answer = await service.call('POST', 'customer', { token: home.token, body: { display_name, phone, email } });
  expectSuccess(answer);
  return answer.json.data.identity.id;
}

async function names(query: object): Promise<string[]> {
  const answer = await service.call('GET', 'customer_identities', {
    token: home.token,
    query: { order_by: 'name', ...query },
  });
  expectSuccess(answer);
  const { items, total_count } = answer.json;
  expect(total_count).toBe(items.length);
  return items.map((item: { display_name: string }) => item.display_name);
}

test('ID-02: a number that is nearly right finds its owner: another digit, one missing, one too many, on the record or bound', async () => {
  await create('right', '+49 151 5550 1884');
  await create('other digit', '+49 151 5550 1885', 'other@near.example');
  await create('missing', '+49 151 5550 184', 'missing@near.example');
  await create('too many', '+49151555091884', 'many@near.example');
  await create('two away', '+49 151 5550 1995', 'away@near.example');
  const bound = await create('bound', undefined);
  const body = { identity_id: bound, channel: 'whatsapp', external_user_id: '+4915155501889' };
  expectSuccess(await service.call('POST', 'bind_channel', { token: home.token, body }));
  const others = ['bound', 'missing', 'other digit', 'too many'];
  for (const q of ['+49 151 5550 1884', '0049 (151) 5550-1884', '4915155501884'])
    expect(await names({ q, near: 1 })).toEqual(others);
  expect(await names({ q: '+4915155501884' })).toEqual(['right']);
  // Another site has none of them.
  const foreign = await service.createSite();
  const answer = await service.call('GET', 'customer_identities', {
    token: foreign.token,
    query: { q: '+49 151 5550 1884', near: 1 },
  });
  expectSuccess(answer);
  expect(answer.json.items).toEqual([]);
});

test('ID-02: what is no whole number is near to nobody', async () => {
  await create('short', '030 77');
  for (const q of ['030 78', 'short', '']) expect(await names({ q, near: 1 })).toEqual([]);
});

test('the numbers one digit away are each named once, and the number itself is none of them', () => {
  const near = oneDigitAway('491515550188');
  expect(near).toHaveLength(new Set(near).size);
  expect(near).toContain('491515550189');
  expect(near).toContain('49151555018');
  expect(near).toContain('4915155501880');
  expect(near).not.toContain('491515550188');
});
