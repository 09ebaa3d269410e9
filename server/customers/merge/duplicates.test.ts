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

/** One pair of each strength; the names of the pairs by the number of their tickets. */
async function threePairs(): Promise<void> {
  await desk.customer({ email: 'weak.one@example.com', display_name: 'Wanda Weak' });
  await desk.customer({ email: 'weak.two@example.com', display_name: 'wanda  weak' });
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

test('pairs come strongest first, then by their tickets, and are found by strength and number of signs', async () => {
  await threePairs();
  expect(signs(await list())).toEqual([
    'strong: handle',
    'strong: phone',
    'strong: handle',
    'likely: name, visitor',
    'weak: name',
  ]);
  await desk.ticket('strong.two@example.com');
  await desk.ticket('strong.two@example.com');
  await desk.ticket('strong.one@example.com');
  const [first, second, third] = await list({ strength: 'strong' });
  const ids = await Promise.all(
    ['strong.two@example.com', 'strong.one@example.com'].map(async (email) => (await desk.whois({ email })).id),
  );
  expect(first?.identities).toEqual(ids);
  expect([second, third].map((item) => item?.identities.includes(ids[0]))).toEqual([true, false]);
  expect(signs(await list({ strength: 'likely,weak' }))).toEqual(['likely: name, visitor', 'weak: name']);
  expect(signs(await list({ min_evidence: 2 }))).toEqual(['likely: name, visitor']);
  const page = await desk.get('customer_duplicates', { limit: 2, skip: 3 });
  expect(page).toMatchObject({ total_count: 5, pending: 0 });
  expect(signs(page.items)).toEqual(['likely: name, visitor', 'weak: name']);
  const { id } = await desk.whois({ email: 'weak.one@example.com' });
  expect(signs(await list({ identity_id: id }))).toEqual(['weak: name']);
});

test('a pair follows what is corrected, unbound and merged', async () => {
  await threePairs();
  const weak = await desk.whois({ email: 'weak.one@example.com' });
  await desk.send('PATCH', 'customer', { id: weak.id, display_name: 'Wilma Other' });
  expect(signs(await list({ strength: 'weak' }))).toEqual([]);
  const call = { token: desk.home.token, query: { channel: 'whatsapp', external_user_id: '+4915155501884' } };
  await desk.service.call('DELETE', 'bind_channel', call);
  expect(signs(await list({ strength: 'strong' }))).toEqual(['strong: phone']);
  const [pair] = await list({ strength: 'strong' });
  const { id } = await desk.merge(BigInt(pair?.identities[0] ?? 0), BigInt(pair?.identities[1] ?? 0));
  expect(await list({ strength: 'strong' })).toEqual([]);
  await desk.undo(id);
  expect(signs(await list({ strength: 'strong' }))).toEqual(['strong: phone']);
  await desk.service.call('DELETE', 'visitors', { token: desk.home.token, query: { key: 'tablet' } });
  expect(signs(await list({ strength: 'likely,weak' }))).toEqual(['weak: name']);
});

test('ID-09: weak pairs stand by how rare their name is, and all below a score are dismissed at once', async () => {
  const people = ['Ana', 'Bo', 'Cy', 'Di', 'Ed', 'Fay'].flatMap((first) =>
    ['Lund', 'Moe', 'Nes'].flatMap((last) => [`${first} ${last}`, `${first} ${last}`]),
  );
  for (const [n, display_name] of [...people, 'Yuki Tanabe', 'Yuki Tanabe'].entries())
    await desk.customer({ email: `rare${n}@example.com`, display_name });
  const [first, ...rest] = (await list({ strength: 'weak' })) as (Listed & { readonly score: number })[];
  expect(first).toMatchObject({ score: 100, evidence: [{ value: 'Yuki Tanabe' }] });
  expect(rest).toHaveLength(18);
  // Four others have the first word and ten the last, of 38: by chance 1.05 have both.
  expect(new Set(rest.map(({ score }) => score))).toEqual(new Set([49]));
  expect(await list({ strength: 'weak', min_score: 50 })).toHaveLength(1);
  const body = { action: 'dismiss_below', min_score: 50 };
  expect(await desk.post('customer_duplicates', { ...body, dry_run: true })).toEqual({
    ...{ dismissed: 0, left: 18, dry_run: true },
  });
  expect(await list({ strength: 'weak' })).toHaveLength(19);
  expect(await desk.post('customer_duplicates', body)).toEqual({ dismissed: 18, left: 0, dry_run: false });
  expect(await list()).toMatchObject([{ score: 100 }]);
  expect(await list({ dismissed: 1 })).toHaveLength(18);
  // They stay so when they are compared anew.
  await desk.send('PATCH', 'customer', { id: rest[0]?.identities[0], phone: '+49 30 1' });
  expect(await list()).toHaveLength(1);
});

test('who is said to be somebody else leaves the list until that is taken back', async () => {
  await threePairs();
  const [{ identities } = { identities: [] }] = await list({ strength: 'weak' });
  const say = (dismissed: boolean) =>
    desk.post('customer_duplicates', { identities: identities.toReversed(), dismissed });
  expect(await say(true)).toEqual({ identities: identities.toReversed(), dismissed: true });
  await say(true);
  expect(await list({ strength: 'weak' })).toEqual([]);
  expect(await list({ dismissed: 1 })).toMatchObject([{ identities, dismissed: true }]);
  // Compared again, it stays so.
  await desk.send('PATCH', 'customer', { id: identities[0], phone: '+49 30 1' });
  expect(await list({ strength: 'weak' })).toEqual([]);
  await say(false);
  expect(await list({ strength: 'weak' })).toMatchObject([{ identities, dismissed: false }]);
  const { items } = await desk.get('audit_log', { action: 'customer.dismiss_duplicate' });
  expect(items).toHaveLength(2);
  const one = identities[0];
  expectError(await desk.send('POST', 'customer_duplicates', { identities: [one, one], dismissed: true }), 'bad_field');
});

test('what more than ten customers have in common is no sign of itself, but one beside another', async () => {
  const ids: bigint[] = [];
  for (let n = 0; n < 10; n += 1)
    ids.push(await desk.customer({ email: `shop${n}@example.com`, display_name: 'Bike Shop' }));
  expect(await list()).toHaveLength(45);
  const phones = ['+49 151 55501884', '0151 55501884'];
  for (const [n, phone] of phones.entries()) await desk.send('PATCH', 'customer', { id: ids[n], phone });
  await desk.customer({ email: 'eleventh@example.com', display_name: 'bike shop' });
  expect(signs(await list())).toEqual(['strong: phone, name']);
  expect((await desk.get('customer_duplicates', { identity_id: ids[5] ?? 0n })).total_count).toBe(0);
});

test('what an import brings is compared in the background, and counted until then', async () => {
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
