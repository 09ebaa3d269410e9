import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  home = await service.createSite();
});

afterEach(() => service.close());

async function ingest(items: readonly object[]) {
  expectSuccess(await service.call('POST', 'ingest', { token: home.token, body: { items } }));
}

const read = async (resource: string) => (await service.call('GET', resource, { token: home.token })).json.data;

test('API-health-GET: last_inbound_message_utc includes messages of ingest', async () => {
  const message = { kind: 'message', channel: 'web', external_user_id: 'u1' };
  await ingest([{ ...message, direction: 'out' }]);
  expect((await read('health')).last_inbound_message_utc).toBeNull();
  await ingest([
    { ...message, direction: 'in', created_utc: '2026-11-20T14:00:00Z' },
    { ...message, direction: 'in', created_utc: '2026-11-20T13:00:00Z' },
  ]);
  expect((await read('health')).last_inbound_message_utc).toBe('2026-11-20T14:00:00.000Z');
});

test('API-health-GET: channel_msg_inbound_30d counts messages of ingest on all channels except web', async () => {
  const message = { kind: 'message', external_user_id: 'u1', text: 'Hello' };
  await ingest([
    { ...message, channel: 'whatsapp', direction: 'in', external_id: 'm1' },
    { ...message, channel: 'sms', direction: 'in', created_utc: '2026-10-01T00:00:00Z' },
    { ...message, channel: 'sms', direction: 'in', created_utc: '2026-09-30T23:59:59.999Z' },
    { ...message, channel: 'sms', direction: 'out' },
    { ...message, channel: 'web', direction: 'in' },
  ]);
  expect((await read('health')).channel_msg_inbound_30d).toBe(2);
  await ingest([{ ...message, channel: 'whatsapp', direction: 'out', external_id: 'm1' }]);
  expect((await read('health')).channel_msg_inbound_30d).toBe(1);
});
