import { afterEach, beforeEach, expect, test } from 'vitest';
import { CustomerDesk } from '#server/testing/customer-desk.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

test('API-customer_timeline-GET: a moved handle is listed for its former owner, with the present one', async () => {
  const former = await desk.customer({ email: 'former@example.com' });
  const owner = await desk.customer({ email: 'owner@example.com', display_name: 'Owner' });
  for (const id of [former, owner]) await desk.bind(id, 'whatsapp', '+4915155501884');
  const channelsOf = async (id: bigint) =>
    (await desk.get('customer_timeline', { identity_id: id, kinds: 'channel' })).items;
  expect(await channelsOf(former)).toMatchObject([
    { kind: 'channel', action: 'moved', title: 'Owner', channel: 'whatsapp', identity_id: Number(owner) },
  ]);
  expect(await channelsOf(owner)).toMatchObject([{ action: 'bound', title: '+4915155501884', identity_id: null }]);
  await desk.bind(former, 'whatsapp', '+4915155501884');
  expect(await channelsOf(owner)).toMatchObject([{ action: 'moved', title: 'former@example.com' }]);
  // Binding it to the same customer again is no move.
  await desk.bind(former, 'whatsapp', '+4915155501884');
  expect((await channelsOf(former)).map(({ action }: { action: string }) => action)).toEqual(['moved', 'bound']);
});
