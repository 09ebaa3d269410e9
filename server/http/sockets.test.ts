import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseJson } from '#contract/json.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let own: TestSite;
let port: number;

beforeAll(async () => {
  service = await startTestService();
  own = await service.createSite();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const address = service.app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => service.close());

interface Exchange {
  readonly status: number;
  readonly head: string;
  readonly json: { readonly ok: boolean; readonly error: { readonly code: string } } | undefined;
}

/** Sends raw text over a socket and reads the first response. */
function exchange(text: string | Uint8Array, after: (socket: Socket) => void = () => undefined): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    let all = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      after(socket);
    });
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      all += chunk;
      const [head = '', body] = all.split('\r\n\r\n');
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
      if (body === undefined || Buffer.byteLength(body) < length) return;
      resolve({ status: Number(head.slice(9, 12)), head, json: parseJson(body) as Exchange['json'] });
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`closed after: ${all}`)));
  });
}

const post = (headers: string) =>
  `POST /v1/api.ashx?resource=tickets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.token}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;

function expectEnvelope(answer: Exchange, status: number, code: string): void {
  expect(answer.status, answer.head).toBe(status);
  expect(answer.json?.error.code).toBe(code);
  expect(answer.head).toMatch(/^x-svc-request-id: req_[0-9A-Za-z]{22}$/im);
  expect(answer.head).toMatch(/^cache-control: no-store$/im);
}

test('a body with too large a Content-Length is refused before it arrives, and a client that keeps sending gets the response', async () => {
  expectEnvelope(await exchange(post('Content-Length: 1048577')), 413, 'body_too_large');
  const piece = Buffer.alloc(65_536, 120);
  const answer = await exchange(post(`Content-Length: ${20 * 1_048_576}`), (socket) => {
    for (let sent = 0; sent < 20 * 16; sent += 1) socket.write(piece);
  });
  expectEnvelope(answer, 413, 'body_too_large');
});

test('a chunked body is refused at the limit, and the client gets the response', async () => {
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const answer = await exchange(post('Transfer-Encoding: chunked'), (socket) => {
    for (let sent = 0; sent < 48; sent += 1) socket.write(chunk);
  });
  expectEnvelope(answer, 413, 'body_too_large');
});

test('a body of exactly 1 MiB is accepted', async () => {
  const body = `{"subject":"${'x'.repeat(1_048_576 - 14)}"}`;
  expect(body).toHaveLength(1_048_576);
  expectEnvelope(await exchange(`${post(`Content-Length: ${body.length}`)}${body}`), 400, 'bad_field');
});

test('a connection stays usable after a refused body', async () => {
  const first = post('Content-Length: 2000000');
  const second = `GET /v1/api.ashx?resource=whoami HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.token}\r\nConnection: close\r\n\r\n`;
  const all = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(first + 'x'.repeat(2_000_000) + second));
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('close', () => resolve(text)).on('error', reject);
  });
  expect(all.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

test('the rest of a refused body is read up to a limit, then the connection is closed', async () => {
  const most = 256;
  const piece = Buffer.alloc(1_048_576, 120);
  let sent = 0;
  let said = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(post(`Content-Length: ${most * piece.length}`), send));
  const send = (error?: Error | null) => {
    // The last chunk may have failed on the closed connection.
    if (error) return;
    sent += 1;
    if (sent < most && !socket.destroyed) socket.write(piece, send);
    else socket.destroy();
  };
  socket.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  // A client that keeps sending may see a reset after the response.
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.on('close', resolve));
  expect(said).toMatch(/^HTTP\/1.1 413 [^]*"body_too_large"/);
  expect(sent).toBeLessThan(64);
});

test('a body that is refused for another reason does not reset the connection either', async () => {
  const text = post('Content-Length: 900000').replace(own.token, 'nobody');
  const answer = await exchange(text, (socket) => socket.write('x'.repeat(900_000)));
  expectEnvelope(answer, 401, 'unauthorized');
});

test('headers over 16 KiB are 431 with the envelope', async () => {
  const text = `GET /v1/api.ashx HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`;
  expectEnvelope(await exchange(text), 431, 'header_too_large');
});

test.each([
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['an unknown method', 'BREW /v1/api.ashx HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a header without a colon', 'GET /v1/api.ashx HTTP/1.1\r\nHost x\r\n\r\n'],
  ['two lengths', 'POST /v1/api.ashx HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
  [
    'a length and chunks',
    'POST /v1/api.ashx HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nx',
  ],
  ['a length that is no number', 'POST /v1/api.ashx HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n'],
  ['no Host', 'GET /v1/api.ashx HTTP/1.1\r\n\r\n'],
  ['a newline inside a header', 'GET /v1/api.ashx HTTP/1.1\r\nHost: x\nX: y\r\n\r\n'],
])('%s is 400 with the envelope', async (_name, text) => {
  expectEnvelope(await exchange(text), 400, 'bad_request');
});

test('an address with non-ASCII bytes gets a response', async () => {
  const text = `GET /v1/api.ashx?resource=tickets&q=\u00e9 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.token}\r\n\r\n`;
  expectEnvelope(await exchange(Buffer.from(text, 'latin1')), 400, 'bad_request');
});

test('an unknown Expect header is ignored', async () => {
  const answer = await exchange('GET /v1/api.ashx HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\n\r\n');
  expectEnvelope(answer, 401, 'unauthorized');
});

test.each(['http://x', 'HTTPS://user@other.example:8443'])(
  'an absolute address (%s) is handled by its path',
  async (origin) => {
    const call = (target: string) =>
      exchange(`GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.token}\r\n\r\n`);
    expect((await call(`${origin}/v1/api.ashx?resource=whoami`)).json?.ok).toBe(true);
    expectEnvelope(await call(`${origin}/v1/api.ashx?resource=nothing`), 404, 'unknown_resource');
  },
);

test('an incomplete body of a client that disconnects leaves nothing behind', async () => {
  const body = '{"subject":"Half"';
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${post('Content-Length: 500')}${body}`, () => socket.destroy());
    });
    socket.on('close', () => resolve());
  });
  const { json } = await service.call('GET', 'tickets', { token: own.token });
  expect(json.total_count).toBe(0);
});
