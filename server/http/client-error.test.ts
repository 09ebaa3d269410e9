import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RawCall } from '#server/testing/raw-call.ts';
import { answerClientError } from './client-error.ts';

let server: Server;
beforeAll(async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

/** Sends only this text and reads the response. */
async function giveUpOn(sent: string): Promise<string> {
  const taken = once(server, 'connection') as Promise<[Socket]>;
  const client = new RawCall((server.address() as AddressInfo).port);
  const [socket] = await taken;
  if (sent !== '') {
    const arrived = once(socket, 'data');
    await client.send(sent);
    await arrived;
  }
  answerClientError(Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket, []);
  return client.answer;
}

test('an incomplete request gets an error', async () => {
  expect(await giveUpOn('GET / HTTP/1.1\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*did not arrive in time/s);
});

test('an unused connection is closed without a response, which a browser would take for that of its next request', async () => {
  expect(await giveUpOn('')).toBe('');
});
