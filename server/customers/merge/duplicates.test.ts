import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { compareAllChanged } from './compare-changed.ts';

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
const signs = (items: readonly Listed[]) =>
  items.map(({ strength, evidence }) => `${strength}: ${evidence.map(({ kind }) => kind).join(', ')}`);

/** Pairs of each strength, and two customers who share only their name. */
async function threePairs(): Promise<void> {
  await desk.customer({ email: 'name.one@example.com', display_name: 'Nora Name' });
  await desk.customer({ email: 'name.two@example.com', display_name: 'nora  name' });
  for (const email of ['likely.one@example.com', 'likely.two@example.com']) {
    await desk.customer({ email, display_name: 'Lia Likely' });
    const said = { messages: [{ role: 'visitor', text: 'Hello' }], email, visitor_key: 'tablet' };
    await desk.post('ingest', { items: [{ kind: 'transcript', session_id: `chat ${email}`, ...said }] });
  }
  const phone = '+4915155501884';
  await desk.customer({ email: 'strong.one@example.com', phone });
  const other = await desk.customer({ email: 'strong.two@example.com' });
  await desk.bind(other, 'whatsapp', phone);
  const written = await desk.customer({ phone: '0151 5550-1884' });
  await desk.bind(written, 'messenger', 'm');
}

test('ID-09: pairs are sorted by strength, then by tickets; a name alone makes no pair', async () => {
  await threePairs();
  expect(signs(await list())).toEqual(['strong: handle', 'strong: phone', 'strong: handle', 'likely: name, visitor']);
  await desk.ticket('strong.two@example.com');
  await desk.ticket('strong.two@example.com');
  await desk.ticket('strong.one@example.com');
  const [first, second, third] = await list();
  const ids = await Promise.all(
    ['strong.two@example.com', 'strong.one@example.com'].map(async (email) => (await desk.whois({ email })).id),
  );
  expect(first?.identities).toEqual(ids);
  expect([second, third].map((item) => item?.identities.includes(ids[0]))).toEqual([true, false]);
  const page = await desk.get('customer_duplicates', { limit: 2, skip: 3 });
  expect(page).toMatchObject({ total_count: 4, pending: 0 });
  expect(signs(page.items)).toEqual(['likely: name, visitor']);
  const { id } = await desk.whois({ email: 'likely.one@example.com' });
  expect(signs(await list({ identity_id: id }))).toEqual(['likely: name, visitor']);
  expect(await list({ identity_id: (await desk.whois({ email: 'name.one@example.com' })).id })).toEqual([]);
});

test('pairs are updated by corrections, unbinding and merges', async () => {
  await threePairs();
  const likely = await desk.whois({ email: 'likely.one@example.com' });
  await desk.send('PATCH', 'customer', { id: likely.id, display_name: 'Wilma Other' });
  expect(signs(await list())).toEqual(['strong: handle', 'strong: phone', 'strong: handle']);
  await desk.send('PATCH', 'customer', { id: likely.id, display_name: 'Lia Likely' });
  expect(signs(await list())).toContain('likely: name, visitor');
  const call = { token: desk.home.token, query: { channel: 'whatsapp', external_user_id: '+4915155501884' } };
  await desk.service.call('DELETE', 'bind_channel', call);
  expect(signs(await list())).toEqual(['strong: phone', 'likely: name, visitor']);
  const [pair] = await list();
  const { id } = await desk.merge(BigInt(pair?.identities[0] ?? 0), BigInt(pair?.identities[1] ?? 0));
  expect(signs(await list())).toEqual(['likely: name, visitor']);
  await desk.undo(id);
  expect(signs(await list())).toEqual(['strong: phone', 'likely: name, visitor']);
  await desk.service.call('DELETE', 'visitors', { token: desk.home.token, query: { key: 'tablet' } });
  expect(signs(await list())).toEqual(['strong: phone']);
});

test('a dismissed pair leaves the list until the dismissal is undone', async () => {
  await threePairs();
  const of = { identity_id: (await desk.whois({ email: 'likely.one@example.com' })).id };
  const [{ identities } = { identities: [] }] = await list(of);
  const say = (dismissed: boolean) =>
    desk.post('customer_duplicates', { identities: identities.toReversed(), dismissed });
  expect(await say(true)).toEqual({ identities: identities.toReversed(), dismissed: true });
  await say(true);
  expect(await list(of)).toEqual([]);
  expect(await list({ dismissed: 1 })).toMatchObject([{ identities, dismissed: true }]);
  // It stays dismissed when compared again.
  await desk.send('PATCH', 'customer', { id: identities[0], phone: '+49 30 1' });
  expect(await list(of)).toEqual([]);
  await say(false);
  expect(await list(of)).toMatchObject([{ identities, dismissed: false }]);
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
  expect(await list()).toHaveLength(45);
  const phones = ['+49 151 55501884', '0151 55501884'];
  for (const [n, phone] of phones.entries()) await desk.send('PATCH', 'customer', { id: ids[n], phone });
  await open(10);
  expect(signs(await list())).toEqual(['strong: phone, handle']);
  expect((await desk.get('customer_duplicates', { identity_id: ids[5] ?? 0n })).total_count).toBe(0);
});

test('customers of an import are compared in the background and counted as pending until then', async () => {
  const { site, token } = desk.home;
  const rows = Array.from({ length: 120 }, (_, n) => `sms,+49151${10_000_000 + n},,0151${10_000_000 + (n % 60)}`);
  const body = ['channel,external_user_id,email,phone', ...rows].join('\r\n');
  const call = { token, body, headers: { 'content-type': 'text/csv' } };
  expect((await desk.service.call('POST', 'bind_channels_bulk', call)).json.data).toMatchObject({
    minted_identity: 60,
  });
  expect(await desk.get('customer_duplicates')).toMatchObject({ total_count: 0, pending: 120 });
  await compareAllChanged(desk.service.database);
  expect(await desk.get('customer_duplicates')).toMatchObject({ total_count: 0, pending: 0 });
  await desk.customer({ email: 'one@example.com', phone: '+49 151 10000000' });
  expect(signs(await list())).toEqual(['strong: phone, handle']);
  const [queue] = await desk.service.database.owner.query(
    sql`select count(*)::integer as n from customer_match_queue where site_id = ${site.id}`,
  );
  expect(queue).toEqual({ n: 0 });
});
