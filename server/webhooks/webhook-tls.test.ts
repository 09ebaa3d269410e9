import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeAuthority, makeSelfSigned, type Authority, type Certificate } from '#server/testing/make-certificate.ts';
import { startReceiver, type Receiver } from '#server/testing/receiver.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';

const NAME = 'receiver.example';
const DAY = 86_400_000;
const KNOWN = tls.getCACertificates('default');

let authority: Authority;
let home: WebhookSite;
let asked: string[];
const receivers: Receiver[] = [];

beforeAll(() => {
  authority = makeAuthority();
  tls.setDefaultCACertificates([...KNOWN, authority.cert]);
});
afterAll(() => tls.setDefaultCACertificates(KNOWN));

beforeEach(async () => {
  asked = [];
  const resolveHost = async (host: string) => {
    asked.push(host);
    return ['127.0.0.1'];
  };
  home = await startWebhookSite({ resolveHost });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  await home.close();
});

/** Sends one event to a receiver with this certificate, and returns the logged delivery. */
async function deliver(certificate: Certificate, host = NAME) {
  const receiver = await startReceiver('127.0.0.1', certificate);
  receivers.push(receiver);
  await home.subscribe({ url: `https://${host}:${receiver.port}/hook`, events: ['ticket.created'] });
  asked = [];
  await home.createTicket();
  await home.runDue();
  const [{ id }] = await home.deliveries();
  const [delivery] = await home.deliveries({ id });
  return { receiver, delivery };
}

test('a certificate of a known authority for the name is accepted at the checked address', async () => {
  const { receiver, delivery } = await deliver(authority.issue({ hosts: [NAME] }));
  expect(delivery).toMatchObject({ state: 'succeeded', attempts: [{ http_status: 200, resolved_ip: '127.0.0.1' }] });
  expect(asked).toEqual([NAME]);
  const [one] = receiver.received;
  expect(one?.serverName).toBe(NAME);
  expect(one?.headers.host).toBe(`${NAME}:${receiver.port}`);
});

test('a receiver without a name is verified by its address', async () => {
  const { receiver, delivery } = await deliver(authority.issue({ hosts: ['127.0.0.1'] }), '127.0.0.1');
  expect(delivery.state).toBe('succeeded');
  expect(receiver.received[0]?.serverName).toBeNull();
});

test.each([
  ['that is self-signed', () => makeSelfSigned({ hosts: [NAME] }), NAME],
  ['of an unknown authority', () => makeAuthority().issue({ hosts: [NAME] }), NAME],
  ['for another name', () => authority.issue({ hosts: ['other.example', `x.${NAME}`] }), NAME],
  // The connection uses that address, although the URL has another name.
  ['for the address behind the name', () => authority.issue({ hosts: ['127.0.0.1'] }), NAME],
  ['for a name although the URL has an address', () => authority.issue({ hosts: [NAME] }), '127.0.0.1'],
  ['of yesterday', () => authority.issue({ hosts: [NAME], from: new Date(Date.now() - 2 * DAY) }), NAME],
  ['of tomorrow', () => authority.issue({ hosts: [NAME], from: new Date(Date.now() + DAY) }), NAME],
])('a certificate %s is refused before anything is sent, and the log has the error tls', async (_what, make, host) => {
  const { receiver, delivery } = await deliver(make(), host);
  expect(delivery).toMatchObject({
    state: 'pending',
    last_error_code: 'tls',
    attempts: [{ error_code: 'tls', http_status: null, response_excerpt: null, resolved_ip: '127.0.0.1' }],
  });
  expect(receiver.received).toEqual([]);
});

test('no environment variable makes an invalid certificate valid', async () => {
  vi.spyOn(process, 'emitWarning').mockReturnValue();
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { receiver, delivery } = await deliver(makeSelfSigned({ hosts: [NAME] }));
  expect(delivery.last_error_code).toBe('tls');
  expect(receiver.received).toEqual([]);
});
