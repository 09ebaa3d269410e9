import { afterEach, beforeEach, expect, test } from 'vitest';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import { expectError } from '#server/testing/expect-answer.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

const WINTER = 'm.winter@example.org';
const numbersOf = ({ rows }: { rows: { tickets: { ticket_number: number }[] } }) =>
  rows.tickets.map(({ ticket_number: number }) => number);

test('a receipt lists the tickets, handles and links that moved, in pages, while it can be undone', async () => {
  const third = await desk.customer({ email: 'winter@third.test' });
  const survivor = await desk.customer({ email: 'maren@example.com' });
  const merged = await desk.customer({ email: WINTER });
  await desk.ticket('maren@example.com');
  const first = await desk.ticket(WINTER);
  const second = await desk.ticket(WINTER);
  const of = await desk.ticket('winter@third.test');
  await desk.bind(merged, 'whatsapp', '+4915155501884', { display_handle: 'Maren W.' });
  await desk.bind(merged, 'messenger', 'elsewhere');
  await desk.bind(merged, 'instagram', 'gone');
  for (const email of [WINTER, 'winter@third.test', 'maren@example.com'])
    await desk.post('portal_token', { requester_email: email });
  // Aliases of an earlier merge move along, and with them the links of their emails.
  await desk.merge(merged, third);
  const made = await desk.merge(survivor, merged);
  const other = await desk.customer({ email: 'other@example.com' });
  await desk.bind(other, 'messenger', 'elsewhere');
  const unbound = { token: desk.home.token, query: { channel: 'instagram', external_user_id: 'gone' } };
  await desk.service.call('DELETE', 'bind_channel', unbound);
  await desk.ticket(WINTER);

  const receipt = await desk.get('customer_merges', { id: made.id, rows: 2 });
  expect(receipt.items).toHaveLength(1);
  expect(numbersOf(receipt)).toEqual([of.ticket_number, second.ticket_number]);
  expect(numbersOf(await desk.get('customer_merges', { id: made.id, rows: 2, rows_skip: 2 }))).toEqual([
    first.ticket_number,
  ]);
  const { rows } = await desk.get('customer_merges', { id: made.id, rows: 200 });
  expect(rows.tickets).toHaveLength(made.moved.tickets);
  // The previous merge turned the email of the third customer into a handle.
  expect(rows.handles).toEqual([
    { channel: 'email', external_user_id: 'winter@third.test', display_handle: null, identity_id: Number(survivor) },
    { channel: 'instagram', external_user_id: 'gone', display_handle: null, identity_id: null },
    { channel: 'messenger', external_user_id: 'elsewhere', display_handle: null, identity_id: Number(other) },
    {
      channel: 'whatsapp',
      external_user_id: '+4915155501884',
      display_handle: 'Maren W.',
      identity_id: Number(survivor),
    },
  ]);
  expect(rows.links.map((link: { requester_email: string }) => link.requester_email).toSorted()).toEqual([
    WINTER,
    'winter@third.test',
  ]);
  expect(rows.links).toHaveLength(made.moved.links);

  expect(await desk.get('customer_merges', { id: made.id })).not.toHaveProperty('rows');
  const query = { identity_id: survivor, rows: 5 };
  expectError(await desk.service.call('GET', 'customer_merges', { token: desk.home.token, query }), 'bad_field');
  await desk.undo(made.id);
  expect(await desk.get('customer_merges', { id: made.id, rows: 5 })).toMatchObject({ rows: null });
});
