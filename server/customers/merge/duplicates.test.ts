import { afterEach, beforeEach, expect, test } from 'vitest';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { searchDuplicates } from './search-duplicates.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

interface Listed {
  readonly identities: readonly [number, number];
  readonly evidence: readonly { readonly kind: string; readonly value: string }[];
  readonly strength: string;
}

const list = async (query: Record<string, string | number | bigint> = {}): Promise<Listed[]> => {
  const { items, total_count } = await desk.get('customer_duplicates', query);
  if (query['limit'] === undefined && query['skip'] === undefined) expect(total_count).toBe(items.length);
  return items;
};
const search = () => searchDuplicates(desk.service.database, desk.home.site, desk.service.clock.now());
const signs = (items: readonly Listed[]) =>
  items.map(({ strength, evidence }) => `${strength}: ${evidence.map(({ kind }) => kind).join(', ')}`);

async function chat(email: string, visitorKey: string): Promise<void> {
  const said = { messages: [{ role: 'visitor', text: 'Hello' }], email, visitor_key: visitorKey };
  await desk.post('ingest', { items: [{ kind: 'transcript', session_id: `chat ${email}`, ...said }] });
}

/** Pairs of each strength, and two customers who share only their name. */
async function threePairs(): Promise<void> {
  await desk.customer({ email: 'name.one@example.com', display_name: 'Nora Name' });
  await desk.customer({ email: 'name.two@example.com', display_name: 'nora  name' });
  for (const email of ['likely.one@example.com', 'likely.two@example.com']) {
    await desk.customer({ email, display_name: 'Lia Likely' });
    await chat(email, 'tablet');
  }
  const phone = '+4915155501884';
  await desk.customer({ email: 'strong.one@example.com', phone });
  const other = await desk.customer({ email: 'strong.two@example.com' });
  await desk.bind(other, 'whatsapp', phone);
  const written = await desk.customer({ phone: '0151 5550-1884' });
  await desk.bind(written, 'messenger', 'm');
}

test('each kind of evidence is found from both customers', async () => {
  const made = (body: Record<string, string>) => () => desk.customer(body);
  const bound = (channel: string, externalUserId: string, displayHandle?: string) => async () => {
    const id = await desk.customer({ email: `${channel}.${externalUserId.replaceAll(/\W/g, '.')}@bound.test` });
    await desk.bind(id, channel, externalUserId, { display_handle: displayHandle });
    return id;
  };
  const chatted = (email: string) => async () => {
    const id = await desk.customer({ email, display_name: 'Same Name' });
    await chat(email, 'shared laptop');
    return id;
  };
  const WAYS = [
    ['phone', made({ phone: '+49 151 55501884' }), made({ phone: '0151 55501884' })],
    ['email', made({ email: 'mail+shop@x.org' }), made({ email: 'Mail@x.org' })],
    ['email', made({ email: 'tags+a@x.org' }), made({ email: 'Tags+b@x.org' })],
    ['handle', bound('whatsapp', '+49 151 6660 3302'), made({ phone: '0151 66603302' })],
    ['handle', bound('sms', '+4915177700011'), bound('whatsapp', '+49 (0)151 777 00011')],
    ['handle', bound('email', 'Box+shop@X.org'), made({ email: 'box@x.org' })],
    ['handle', bound('instagram', '1', '@Lena.rides'), bound('instagram', '2', '@lena.rides')],
    ['visitor', chatted('v.one@x.org'), chatted('v.two@x.org')],
  ] as const;
  for (const [kind, first, second] of WAYS) {
    const ids = [await first(), await second()];
    for (const id of ids) {
      const [pair, ...more] = await list({ identity_id: id });
      expect(pair?.identities, kind).toEqual(ids.map(Number));
      expect(pair?.evidence.map((one) => one.kind)).toContain(kind);
      expect(more).toEqual([]);
    }
  }
  await search();
  expect(await list()).toHaveLength(WAYS.length);
});

test('ID-09: pairs are sorted by strength, then by tickets; a name alone makes no pair', async () => {
  await threePairs();
  await desk.ticket('strong.two@example.com');
  await desk.ticket('strong.two@example.com');
  await desk.ticket('strong.one@example.com');
  await search();
  const all = await list();
  expect(signs(all)).toEqual(['strong: handle', 'strong: handle', 'strong: phone', 'likely: name, visitor']);
  const ids = await Promise.all(
    ['strong.two@example.com', 'strong.one@example.com'].map(async (email) => (await desk.whois({ email })).id),
  );
  expect(all[0]?.identities).toEqual(ids);
  // The same order when the pairs of one customer are looked up.
  expect(await list({ identity_id: ids[0] })).toEqual(all.slice(0, 2));
  expect((await desk.get('customer_duplicates', { identity_id: ids[0], limit: 1, skip: 1 })).items).toEqual([all[1]]);
  const page = await desk.get('customer_duplicates', { limit: 2, skip: 3 });
  expect(page).toMatchObject({ total_count: 4, as_of_utc: '2026-11-20T14:30:00.000Z' });
  expect(signs(page.items)).toEqual(['likely: name, visitor']);
  const { id } = await desk.whois({ email: 'likely.one@example.com' });
  expect(signs(await list({ identity_id: id }))).toEqual(['likely: name, visitor']);
  expect(await list({ identity_id: (await desk.whois({ email: 'name.one@example.com' })).id })).toEqual([]);
});

test('the list is that of the last search, without pairs whose evidence is gone; one customer is compared at once', async () => {
  expect(await desk.get('customer_duplicates')).toMatchObject({ total_count: 0, as_of_utc: null });
  await threePairs();
  const likely = await desk.whois({ email: 'likely.one@example.com' });
  desk.service.clock.advance(60_000);
  const now = '2026-11-20T14:31:00.000Z';
  expect(await desk.get('customer_duplicates')).toMatchObject({ total_count: 0, as_of_utc: null });
  expect(await desk.get('customer_duplicates', { identity_id: likely.id })).toMatchObject({
    ...{ total_count: 1, as_of_utc: now },
  });
  await search();
  expect(await list()).toHaveLength(4);

  await desk.send('PATCH', 'customer', { id: likely.id, display_name: 'Wilma Other' });
  expect(signs(await list())).toEqual(['strong: handle', 'strong: phone', 'strong: handle']);
  await desk.send('PATCH', 'customer', { id: likely.id, display_name: 'Lia Likely' });
  expect(signs(await list())).toContain('likely: name, visitor');
  const call = { token: desk.home.token, query: { channel: 'whatsapp', external_user_id: '+4915155501884' } };
  await desk.service.call('DELETE', 'bind_channel', call);
  expect(signs(await list())).toEqual(['strong: phone', 'likely: name, visitor']);

  // A merge and its undo take effect at once.
  const [pair] = await list();
  const { id } = await desk.merge(BigInt(pair?.identities[0] ?? 0), BigInt(pair?.identities[1] ?? 0));
  expect(signs(await list())).toEqual(['likely: name, visitor']);
  await desk.undo(id);
  expect(signs(await list())).toEqual(['strong: phone', 'likely: name, visitor']);

  // A second search replaces the list.
  await desk.service.call('DELETE', 'visitors', { token: desk.home.token, query: { key: 'tablet' } });
  await search();
  expect(await desk.get('customer_duplicates')).toMatchObject({ total_count: 1, as_of_utc: now });
});

test('a dismissed pair leaves the list until the dismissal is undone', async () => {
  await threePairs();
  await search();
  const of = { identity_id: (await desk.whois({ email: 'likely.one@example.com' })).id };
  const [{ identities } = { identities: [] }] = await list(of);
  const say = (dismissed: boolean) =>
    desk.post('customer_duplicates', { identities: identities.toReversed(), dismissed });
  expect(await say(true)).toEqual({ identities: identities.toReversed(), dismissed: true });
  await say(true);
  expect(await list(of)).toEqual([]);
  expect(await list()).toHaveLength(3);
  for (const query of [{ dismissed: 1 }, { dismissed: 1, ...of }])
    expect(await list(query)).toMatchObject([{ identities, dismissed: true }]);
  // It stays dismissed after the next search.
  await search();
  expect(await list()).toHaveLength(3);
  await say(false);
  expect(await list(of)).toMatchObject([{ identities, dismissed: false }]);
  expect(await list()).toHaveLength(4);
  const { items } = await desk.get('audit_log', { action: 'customer.dismiss_duplicate' });
  expect(items).toHaveLength(2);
  const one = identities[0];
  expectError(await desk.send('POST', 'customer_duplicates', { identities: [one, one], dismissed: true }), 'bad_field');
});

test('a value shared by more than ten customers is no evidence alone, but it adds to other evidence', async () => {
  const ids: bigint[] = [];
  const open = async (n: number) => {
    const id = await desk.customer({ email: `shop${n}@example.com` });
    await desk.bind(id, 'instagram', `shop ${n}`, { display_handle: '@bike.shop' });
    ids.push(id);
  };
  for (let n = 0; n < 10; n += 1) await open(n);
  await search();
  expect(await list()).toHaveLength(45);
  const phones = ['+49 151 55501884', '0151 55501884'];
  for (const [n, phone] of phones.entries()) await desk.send('PATCH', 'customer', { id: ids[n], phone });
  await open(10);
  await search();
  expect(signs(await list())).toEqual(['strong: phone, handle']);
  expect(await list({ identity_id: ids[5] ?? 0n })).toEqual([]);
});
