import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

function requestOf(forwarded: string | undefined): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  Object.defineProperty(request.socket, 'remoteAddress', { value: '10.0.0.1' });
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

test.each([
  [0, '203.0.113.7', '10.0.0.1'],
  [1, undefined, '10.0.0.1'],
  [1, '203.0.113.7', '203.0.113.7'],
  [1, 'forged, 203.0.113.7', '203.0.113.7'],
  [1, '198.51.100.1,203.0.113.7', '203.0.113.7'],
  [2, '198.51.100.1, 203.0.113.7', '198.51.100.1'],
  [2, '192.0.2.1, 198.51.100.1, 203.0.113.7', '198.51.100.1'],
  [3, '198.51.100.1, 203.0.113.7', '198.51.100.1'],
  [1, 'nonsense', '10.0.0.1'],
  [1, '', '10.0.0.1'],
  [1, '2001:db8::1', '2001:db8::1'],
])('behind %i proxies that send %j the client is %s', (hops, forwarded, address) => {
  expect(clientAddress(requestOf(forwarded), hops)).toBe(address);
});
