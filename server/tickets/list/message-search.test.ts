import { beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { useTicketDesk } from '#server/testing/ticket-desk.ts';

const desk = useTicketDesk('2026-11-20T14:30:00.000Z');
let asked: bigint;
let answered: bigint;
let noted: bigint;

beforeEach(async () => {
  asked = await desk.createId({
    subject: 'A question',
    initial_comment: 'The Derailleur of my bike from ZÜRICH, Österreich is bent',
  });
  answered = await desk.createId({ subject: 'Derailleur' });
  noted = await desk.createId({ subject: 'No word of it' });
  const add = (body: object) => desk.service.call('POST', 'ticket_comments', { token: desk.token, body });
  await add({ ticket_id: answered, body: 'Take 50% of the tension away' });
  await add({ ticket_id: noted, body: 'She asked for a derailleur on the phone', visibility: 'internal' });
  // Another site has the same word, which must not match.
  const other = await desk.service.createSite({ name: 'Other' });
  await desk.service.call('POST', 'tickets', {
    token: other.token,
    body: { subject: 'Elsewhere', channel: 'web', initial_comment: 'derailleur' },
  });
});

/** Oldest first. */
async function found(query: Readonly<Record<string, string | number>>): Promise<bigint[]> {
  const { json } = await desk.service.call('GET', 'tickets', { token: desk.token, query });
  expect(json.total_count).toBe(json.items.length);
  return json.items.map(({ id }: { id: number }) => BigInt(id)).toReversed();
}

test('searches messages only with text=1', async () => {
  expect(await found({ q: 'derailleur' })).toEqual([answered]);
  expect(await found({ q: 'DERAILLEUR', text: 1 })).toEqual([asked, answered, noted]);
  for (const q of ['zürich', 'österreich', 'Zürich ÖSTERREICH']) expect(await found({ q, text: 1 })).toEqual([asked]);
});

test('each word may be in a different place: the subject, or any of the messages', async () => {
  expect(await found({ q: 'question bent', text: 1 })).toEqual([asked]);
  expect(await found({ q: 'derailleur tension', text: 1 })).toEqual([answered]);
  expect(await found({ q: 'derailleur xylophone', text: 1 })).toEqual([]);
});

test('takes wildcards literally, matches short words with numbers and tags, and applies other filters', async () => {
  expect(await found({ q: '50%', text: 1 })).toEqual([answered]);
  expect(await found({ q: 'd%r', text: 1 })).toEqual([]);
  expect(await found({ q: 'of', text: 1 })).toEqual([]);
  expect(await found({ q: 'derailleur', text: 1, status: 'closed' })).toEqual([]);
});

test('a bulk change with text=1 selects the same tickets', async () => {
  const { total } = await desk.bulk({ filter: { q: 'bent', text: '1' }, patch: { priority: 'low' }, dry_run: true });
  expect(total).toBe(1);
});

test('finds every ticket of a word in very many messages', async () => {
  await desk.service.database.owner.query(sql`
    insert into ticket_comment (site_id, id, ticket_id, author_kind, visibility, channel, body, created_utc)
    select site_id, id * 10000 + n, id, 'customer', 'public', 'web', 'again and again', created_utc
    from ticket, generate_series(1, 600) n where id in (${asked}, ${noted}) and subject <> 'Elsewhere'`);
  expect(await found({ q: 'again', text: 1 })).toEqual([asked, noted]);
  expect(await found({ q: 'again phone', text: 1 })).toEqual([noted]);
});
