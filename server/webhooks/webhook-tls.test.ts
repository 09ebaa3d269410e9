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

/** Sends one event to a receiver with this certificate, and answers it with what the log has of the delivery. */
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

test('a certificate that a known authority gave for the name is taken, at the address that was checked', async () => {
  const { receiver, delivery } = await deliver(authority.issue({ hosts: [NAME] }));
  expect(delivery).toMatchObject({ state: 'succeeded', attempts: [{ http_status: 200, resolved_ip: '127.0.0.1' }] });
  expect(asked).toEqual([NAME]);
  const [one] = receiver.received;
  expect(one?.serverName).toBe(NAME);
  expect(one?.headers.host).toBe(`${NAME}:${receiver.port}`);
});

test('a receiver without a name is compared by its address', async () => {
  const { receiver, delivery } = await deliver(authority.issue({ hosts: ['127.0.0.1'] }), '127.0.0.1');
  expect(delivery.state).toBe('succeeded');
  expect(receiver.received[0]?.serverName).toBeNull();
});

test.each([
  ['that nobody vouches for', () => makeSelfSigned({ hosts: [NAME] }), NAME],
  ['of an authority that nobody knows', () => makeAuthority().issue({ hosts: [NAME] }), NAME],
  ['for another name', () => authority.issue({ hosts: ['other.example', `x.${NAME}`] }), NAME],
  // The connection goes to that address, and yet it is not what was asked for.
  ['for the address behind the name', () => authority.issue({ hosts: ['127.0.0.1'] }), NAME],
  ['for a name where an address was asked for', () => authority.issue({ hosts: [NAME] }), '127.0.0.1'],
  ['of yesterday', () => authority.issue({ hosts: [NAME], from: new Date(Date.now() - 2 * DAY) }), NAME],
  ['of tomorrow', () => authority.issue({ hosts: [NAME], from: new Date(Date.now() + DAY) }), NAME],
])('a certificate %s is refused before anything is said, and the log says tls', async (_what, make, host) => {
  const { receiver, delivery } = await deliver(make(), host);
  expect(delivery).toMatchObject({
    state: 'pending',
    last_error_code: 'tls',
    attempts: [{ error_code: 'tls', http_status: null, response_excerpt: null, resolved_ip: '127.0.0.1' }],
  });
  expect(receiver.received).toEqual([]);
});

test('no variable of the environment makes a wrong certificate good', async () => {
  vi.spyOn(process, 'emitWarning').mockReturnValue();
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { receiver, delivery } = await deliver(makeSelfSigned({ hosts: [NAME] }));
  expect(delivery.last_error_code).toBe('tls');
  expect(receiver.received).toEqual([]);
});
