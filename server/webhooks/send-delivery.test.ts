import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startReceiver, type Receiver } from '#server/testing/receiver.ts';
import { sendDelivery, type SendContext } from './send-delivery.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const BODY = '{"type":"ticket.created","data":{"id":9223372036854775807,"subject":"Größe 🚲"}}';
const NO_LOOKUP = () => Promise.reject(new Error('unexpected host name lookup'));

let receiver: Receiver;
const open: Server[] = [];

beforeEach(async () => {
  receiver = await startReceiver();
});

afterEach(async () => {
  vi.useRealTimers();
  await receiver.close();
  for (const server of open.splice(0)) server.close();
});

const send = (url: string, context: Partial<SendContext> = {}, secrets: readonly string[] = [SECRET]) =>
  sendDelivery(
    { url, messageId: 'msg_abcdefghijklmnopqrstuvwxyz', body: BODY, secrets },
    {
      now: new Date(),
      allowPrivate: true,
      resolveHost: NO_LOOKUP,
      signal: new AbortController().signal,
      ...context,
    },
  );

/** A raw TCP server whose behavior the test defines. */
async function listen(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    serve(socket);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('the request', () => {
  test('has the headers of Standard Webhooks, and an independent library verifies it', async () => {
    const outcome = await send(receiver.url);
    expect(outcome).toMatchObject({
      http_status: 200,
      error_code: null,
      response_excerpt: 'taken',
      resolved_ip: '127.0.0.1',
    });
    const [one] = receiver.received;
    if (one === undefined) throw new Error('nothing came');
    expect(one).toMatchObject({ method: 'POST', path: '/hook', body: BODY });
    expect(one.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(BODY)),
      'user-agent': 'SupportConsole-Webhooks/1',
      'webhook-id': 'msg_abcdefghijklmnopqrstuvwxyz',
    });
    const headers = Object.fromEntries(Object.entries(one.headers).map(([name, value]) => [name, String(value)]));
    expect(new Webhook(SECRET).verify(one.body, headers)).toMatchObject({ type: 'ticket.created' });
    expect(() => new Webhook(OLD_SECRET).verify(one.body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(SECRET).verify(`${one.body} `, headers)).toThrow('No matching signature');
  });

  test('is signed with both secrets while two are valid', async () => {
    await send(receiver.url, {}, [SECRET, OLD_SECRET]);
    const [one] = receiver.received;
    const headers = Object.fromEntries(
      Object.entries(one?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [SECRET, OLD_SECRET]) new Webhook(secret).verify(one?.body ?? '', headers);
  });

  test('has the time of this attempt, in whole seconds', async () => {
    await send(receiver.url, { now: new Date('2026-11-20T14:30:00.999Z') });
    expect(receiver.received[0]?.headers['webhook-timestamp']).toBe('1795185000');
  });
});

describe('the response', () => {
  test.each([200, 201, 202, 204, 299])('%s is accepted', async (status) => {
    receiver.answer(status);
    expect(await send(receiver.url)).toMatchObject({ http_status: status, error_code: null });
  });

  test.each([300, 304, 400, 401, 404, 410, 429, 500, 503])('%s is not accepted', async (status) => {
    receiver.answer((response) => response.writeHead(status, { 'Retry-After': '7' }).end());
    expect(await send(receiver.url)).toMatchObject({ http_status: status, error_code: 'status', retryAfter: '7' });
  });

  test('a redirect is not followed', async () => {
    const trap = await startReceiver();
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer((response) => response.writeHead(status, { Location: trap.url }).end());
      expect(await send(receiver.url)).toMatchObject({ http_status: status, error_code: 'status' });
    }
    expect(trap.received).toHaveLength(0);
    await trap.close();
  });

  test('the first kilobyte is stored without control and format characters', async () => {
    const text = `a\u001b[31mb\r\n\0c\u202ed\u200be ${'é'.repeat(1_000)}`;
    receiver.answer((response) => response.end(text));
    const { response_excerpt: excerpt } = await send(receiver.url);
    expect(excerpt).toMatch(/^a\[31mbcde é+\ufffd?$/);
    expect(Buffer.byteLength(excerpt ?? '')).toBeLessThanOrEqual(1_026);
    receiver.answer((response) => response.end(Buffer.from([0xff, 0xfe, 0x00, 0x41])));
    expect((await send(receiver.url)).response_excerpt).toBe('\ufffd\ufffdA');
  });

  test('at most 64 kB are read', async () => {
    receiver.answer((response) => response.end('x'.repeat(65_536)));
    expect(await send(receiver.url)).toMatchObject({ http_status: 200, error_code: null });
    receiver.answer((response) => response.end('x'.repeat(65_537)));
    expect(await send(receiver.url)).toMatchObject({ http_status: null, error_code: 'too_large' });
    let sent = 0;
    const port = await listen((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const flood = () => {
        sent += 16_384;
        if (!socket.destroyed && sent < 100_000_000) socket.write('x'.repeat(16_384), flood);
      };
      flood();
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ error_code: 'too_large' });
    expect(sent).toBeLessThan(50_000_000);
  });

  test.each([
    ['no HTTP', 'connect', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['random bytes', 'connect', '\u0000\u0001\u0002\ud7ff'],
    ['an invalid status', 'connect', 'HTTP/1.1 999999 X\r\n\r\n'],
    ['an invalid length', 'connect', 'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n'],
    ['a truncated body', 'connect', 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf'],
    ['another protocol', 'connect', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
    ['endless headers', 'too_large', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['nothing', 'connect', ''],
  ])('%s is a failed attempt', async (_what, code, answer) => {
    const port = await listen((socket) => socket.once('data', () => socket.end(answer)));
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ http_status: null, error_code: code });
  });

  test('a connection that is refused or cut is a failed attempt', async () => {
    const port = await listen((socket) => socket.resetAndDestroy());
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ error_code: 'connect' });
    const { port: closed } = receiver;
    await receiver.close();
    expect(await send(`http://127.0.0.1:${closed}/`)).toMatchObject({ error_code: 'connect', resolved_ip: null });
  });

  test('a stopping service aborts an attempt', async () => {
    const abort = new AbortController();
    receiver.answer(() => abort.abort());
    expect(await send(receiver.url, { signal: abort.signal })).toMatchObject({ error_code: 'connect' });
  });
});

describe('timeouts', () => {
  const FAKE = { toFake: ['setTimeout', 'clearTimeout'] } as const;

  test('a response has 15 seconds in total', async () => {
    vi.useFakeTimers({ toFake: [...FAKE.toFake] });
    // The start of a response does not extend the time.
    receiver.answer((response) => void response.writeHead(200).write('soon'));
    let isDone = false;
    const sent = send(receiver.url).finally(() => (isDone = true));
    await receiver.untilReceived(1);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await sent).toMatchObject({ http_status: null, error_code: 'timeout', resolved_ip: '127.0.0.1' });
  });

  test('a connection with its TLS handshake has 3 seconds', async () => {
    vi.useFakeTimers({ toFake: [...FAKE.toFake] });
    const connected = Promise.withResolvers<void>();
    const port = await listen((socket) => socket.once('data', () => connected.resolve()));
    let isDone = false;
    const sent = send(`https://127.0.0.1:${port}/`).finally(() => (isDone = true));
    await connected.promise;
    await vi.advanceTimersByTimeAsync(2_999);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await sent).toMatchObject({ error_code: 'timeout' });
  });

  test('a name server has 3 seconds', async () => {
    vi.useFakeTimers({ toFake: [...FAKE.toFake] });
    const sent = send('https://slow.example/', { resolveHost: () => new Promise(() => undefined) });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await sent).toMatchObject({ error_code: 'dns', resolved_ip: null });
  });
});

test('a server without TLS is refused for https', async () => {
  expect(await send(receiver.url.replace('http:', 'https:'))).toMatchObject({ error_code: 'tls' });
  expect(receiver.received).toHaveLength(0);
});

describe('addresses', () => {
  const CLOSED = { allowPrivate: false } as const;

  test('listening private servers are not reached, by address or by name', async () => {
    const six = await startReceiver('::1');
    const blocked = { http_status: null, error_code: 'blocked_address', resolved_ip: null };
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.1',
      '[::ffff:127.0.0.1]',
      'localhost',
    ]) {
      expect(await send(`https://${host}:${receiver.port}/`, CLOSED), host).toMatchObject(blocked);
      expect(await send(`http://${host}:${receiver.port}/`, CLOSED), host).toMatchObject(blocked);
    }
    expect(await send(`https://[::1]:${six.port}/`, CLOSED)).toMatchObject(blocked);
    for (const addresses of [
      ['127.0.0.1'],
      ['::1'],
      ['8.8.8.8', '127.0.0.1'],
      ['64:ff9b::7f00:1'],
      ['::ffff:10.0.0.1'],
    ]) {
      const context = { ...CLOSED, resolveHost: async () => addresses };
      expect(await send(`https://inside.example:${receiver.port}/`, context), String(addresses)).toMatchObject(blocked);
    }
    expect(receiver.received.length + six.received.length).toBe(0);
    await six.close();
  });

  test('a name is resolved once, and the connection uses the checked address', async () => {
    // A rebinding name server would return the second answer to a second lookup.
    const answers = [['127.0.0.1'], ['127.0.0.9']];
    const asked: string[] = [];
    const resolveHost = async (host: string) => {
      asked.push(host);
      return answers.shift() ?? [];
    };
    const outcome = await send(`http://rebound.example:${receiver.port}/hook`, { resolveHost });
    expect(outcome).toMatchObject({ http_status: 200, resolved_ip: '127.0.0.1' });
    expect(asked).toEqual(['rebound.example']);
    expect(receiver.received[0]?.headers.host).toBe(`rebound.example:${receiver.port}`);
  });

  test('a name that becomes private between two attempts is blocked at the second', async () => {
    const answers = [['192.0.43.8'], ['127.0.0.1']];
    const resolveHost = async () => answers.shift() ?? [];
    const abort = new AbortController();
    abort.abort();
    // The first address is public, but nothing is sent: the attempt is aborted before it starts.
    const context = { ...CLOSED, resolveHost, signal: abort.signal };
    expect(await send(`https://rebound.example:${receiver.port}/`, context)).toMatchObject({ error_code: 'connect' });
    expect(await send(`https://rebound.example:${receiver.port}/`, { ...CLOSED, resolveHost })).toMatchObject({
      error_code: 'blocked_address',
    });
    expect(receiver.received).toHaveLength(0);
  });

  test('a name without an address fails', async () => {
    for (const resolveHost of [NO_LOOKUP, async () => []]) {
      expect(await send('https://gone.example/', { ...CLOSED, resolveHost })).toMatchObject({ error_code: 'dns' });
    }
  });
});
