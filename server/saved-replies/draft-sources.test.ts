import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { DESK } from '#server/demo/words.ts';
import { sourceWords } from './source-words.ts';

let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService();
  home = await service.createSite();
});
afterEach(() => service.close());

const NOW = '2026-11-20T14:30:00.000Z';
async function near(text: string, query: object = {}) {
  const comment_id = await addComment(text);
  const answer = await service.call('GET', 'draft_sources', {
    token: home.token,
    query: { comment_id, limit: 10, ...query },
  });
  return answer.json.data.items as { kind: string; id: bigint; title: string; excerpt: string }[];
}
const titlesNear = async (text: string) => (await near(text)).map(({ title }) => title);

async function addArticles(rows: readonly { title: string; body: string }[], at = home): Promise<void> {
  const first = await service.database.owner.takeIds(at.site.id, rows.length);
  await service.database.owner.query(sql`
    insert into article (site_id, id, external_id, title, body, created_utc)
    select ${at.site.id}, ${first}::bigint + n, 'a' || ${first}::bigint + n, u.title, u.body, ${NOW}::timestamptz
    from unnest(${rows.map(({ title }) => title)}::text[], ${rows.map(({ body }) => body)}::text[]) with ordinality as u (title, body, n)`);
}
/** A comment of a customer. */
async function addComment(text: string): Promise<bigint> {
  const ticket = await service.call('POST', 'tickets', {
    token: home.token,
    body: { subject: 'Hello', requester_email: 'maren@example.org', initial_comment: text },
  });
  const [row] = await service.database.owner.query<{ id: bigint }>(
    sql`select max(id) as id from ticket_comment where ticket_id = ${ticket.json.data.id}`,
  );
  return row?.id ?? 0n;
}
const addReply = (title: string, body: string) =>
  service.call('POST', 'saved_replies', { token: home.token, body: { title, body } });

/** Articles and saved replies of the demo's business. */
async function addDesk(): Promise<void> {
  await addArticles(DESK.articles.map((row) => ({ title: row['title'] ?? '', body: row['body'] ?? '' })));
  for (const row of DESK.macros) await addReply(row['name'] ?? '', row['body'] ?? '');
}

test.each([
  [
    'Hi, since the firmware update yesterday my display only shows E21 and the motor gives no support.',
    'Error E21 on the display',
  ],
  ['my bike shows E-21!!', 'Error E21 on the display'],
  [
    'Since the update to firmware 5.1 my Urban 2 stops at start-up with E14. I took the battery out, no change.',
    'Firmware 5.1 and error E14 at start-up',
  ],
  ['The firmware update does not continue, it is stuck at 64 %', 'A firmware update does not continue'],
  ['How do I charge the batteries in the garage?', 'How to charge the battery'],
  ['Where is my parcel?', 'Parcel is on its way'],
  ['My battrey does not chargge any more', 'How to charge the battery'],
  [
    `Hello, I bought the Urban 2 from your shop in Hamburg last spring and was always happy with the ride to the office. Yesterday
    evening, after a long trip in heavy rain with my daughter, the small screen suddenly went dark, and this morning it shows E21
    whenever I press the power switch. Can somebody from the workshop have a look at it before Friday?`,
    'Error E21 on the display',
  ],
  ['I would like to return two parts', 'Returning a part'],
])('%s', async (text, title) => {
  await addDesk();
  expect((await titlesNear(text)).slice(0, 2)).toContain(title);
});

test.each([
  'What is the weather like in Lisbon tomorrow?',
  'Thank you very much, and have a nice weekend!',
  'Please tell me a joke about a penguin that walks into a bakery and asks for seventeen pancakes with maple syrup.',
  'Können Sie mir bitte sagen, wann der nächste Zug nach München fährt?',
  'Your invoice 4711 is overdue. Kindly transfer the amount to our bank account within the next ten days.',
  '!!! ... ?',
  'aaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbb',
])('nothing is near to: %s', async (text) => {
  await addDesk();
  expect(await near(text)).toEqual([]);
});

test('sources of another site, and deleted ones, are not found', async () => {
  const other = await service.createSite({ name: 'Elsewhere' });
  await addArticles([{ title: 'Missing bell', body: 'We send a new bell.' }], other);
  const added = await addReply('Missing bell', 'We send a new bell.');
  const question = 'My bell is missing';
  expect(await near(question)).toEqual([
    { kind: 'saved_reply', id: added.json.data.id, title: 'Missing bell', excerpt: 'We send a new bell.' },
  ]);
  const query = { id: String(added.json.data.id) };
  await service.call('DELETE', 'saved_replies', { token: home.token, query });
  expect(await titlesNear(question)).toEqual([]);
});

test('the subject and the first message of the customer count too', async () => {
  await addArticles([
    { title: 'Bell', body: 'We send a new bell.' },
    { title: 'Brakes', body: 'Clean the brakes.' },
  ]);
  const { json } = await service.call('POST', 'tickets', {
    token: home.token,
    body: { subject: 'My bell', requester_email: 'maren@example.org', initial_comment: 'And the brakes squeak' },
  });
  const commentId = await service.database.owner.takeIds(home.site.id, 1);
  await service.database.owner.query(sql`
    insert into ticket_comment (site_id, id, ticket_id, author_kind, visibility, channel, body, created_utc)
    values (${home.site.id}, ${commentId}, ${json.data.id}, 'customer', 'public', 'email', 'It is still so.', ${NOW}::timestamptz)`);
  const answer = await service.call('GET', 'draft_sources', { token: home.token, query: { comment_id: commentId } });
  expect(answer.json.data.items.map(({ title }: { title: string }) => title).toSorted()).toEqual(['Bell', 'Brakes']);
});

test('the nearest come first, at most `limit` of them, by the first 500 characters of the comment', async () => {
  await addArticles([
    { title: 'Bell', body: 'About brakes.' },
    { title: 'Bell and brakes squeak', body: 'Oil the bell. Clean the brakes until they do not squeak.' },
  ]);
  const question = 'The bell and the brakes squeak';
  expect(await titlesNear(question)).toEqual(['Bell and brakes squeak', 'Bell']);
  expect(await near(question, { limit: 1 })).toHaveLength(1);
  expect(await titlesNear(`${'… '.repeat(250)}${question}`)).toEqual([]);
  expect(await titlesNear(`\n ${' '.repeat(600)}${question}`)).toHaveLength(2);
});

test('an excerpt is the run of whole sentences that has most of the words, of at most 1,500 characters', async () => {
  const filler = 'The shop opens at nine and closes at six. '.repeat(60);
  const answer = 'A squeaking brake needs clean pads. Sand the pads, then clean the disc with alcohol.';
  await addArticles([
    { title: 'Squeaking brakes', body: `${filler}\n\n${answer}\n\n${filler}` },
    { title: 'Brakes that squeak without an end', body: `squeaking brakes ${'and on '.repeat(900)}` },
  ]);
  const [first, second] = await near('My brakes are squeaking, how do I clean the disc and the pads?');
  expect(first?.excerpt).toContain(answer);
  expect(first?.excerpt).toMatch(/^The shop|^A squeaking/);
  for (const source of [first, second]) expect(source?.excerpt.length).toBeLessThanOrEqual(1_500);
});

test('the database and the service split texts alike', async () => {
  for (const text of [
    'Fehler E-21: Größe, Straße & “Akku”, 12 x 4.5 -- naïve… 100%',
    'a_b c/d\tE 21 LU3-10223\nMÜNCHEN İstanbul 電池 ab a1 5',
    `${'x'.repeat(41)} ok ${'y'.repeat(40)}`,
  ]) {
    const [row] = await service.database.owner.query<{ words: string }>(sql`select distinct_words(${text}) as words`);
    const stored = new Set(row?.words.trim().split(' '));
    for (const { word } of sourceWords(text)) expect(stored, text).toContain(word);
    expect(stored.size).toBeGreaterThanOrEqual(sourceWords(text).length);
  }
});
