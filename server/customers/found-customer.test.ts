import { afterEach, beforeEach, expect, test } from 'vitest';
import { CustomerDesk } from '#server/testing/customer-desk.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

const BARE = 'bare@example.com';
const OTHERS = { phone: '+49 30 901820', display_name: 'Another Person' };

test.each<[string, () => Promise<unknown>]>([
  ['a ticket', () => desk.ticket(BARE, { requester_phone: OTHERS.phone, requester_name: OTHERS.display_name })],
  [
    'a handle',
    () => desk.post('bind_channel', { channel: 'messenger', external_user_id: 'm', email: BARE, ...OTHERS }),
  ],
  [
    'a file of handles',
    () =>
      desk.service.call('POST', 'bind_channels_bulk', {
        token: desk.home.token,
        body: `channel,external_user_id,email,phone\r\nmessenger,m,${BARE},${OTHERS.phone}\r\n`,
        headers: { 'content-type': 'text/csv' },
      }),
  ],
  ['a visitor', () => desk.post('visitors', { visitor_key: 'v', email: BARE, ...OTHERS })],
  [
    'a transcript',
    () =>
      desk.post('ingest', {
        items: [
          {
            ...{ kind: 'transcript', session_id: 's', email: BARE, phone: OTHERS.phone },
            messages: [{ role: 'visitor', text: 'Hi', author_name: OTHERS.display_name }],
          },
        ],
      }),
  ],
  ['a portal link', () => desk.post('portal_token', { requester_email: BARE })],
])('%s that finds a customer by email leaves phone and name of the customer as they are', async (_what, write) => {
  const id = await desk.customer({ email: BARE });
  await write();
  expect(await desk.whois({ identity_id: id })).toMatchObject({ email: BARE, phone: null, display_name: null });
});
