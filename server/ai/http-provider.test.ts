import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Secret } from '#server/secrets/secret.ts';
import { completionOf, sendCompletion, startFakeProvider, type FakeProvider } from '#server/testing/fake-provider.ts';
import { HttpProvider } from './http-provider.ts';
import { ProviderFailure } from './provider-failure.ts';

const KEY = new Secret('pk-canary-of-the-caller');
const SITE = 1n;
const PROMPT = { model: 'small', messages: [{ role: 'user', content: 'Hello' }], maxTokens: 1024 } as const;
/** Long enough for a reply on a busy machine, short enough for a test. */
const SHORT_MS = 400;

let fake: FakeProvider;

beforeEach(async () => {
  fake = await startFakeProvider();
});
afterEach(() => fake.close());

const ask = (limits = {}, baseUrl = fake.baseUrl) => new HttpProvider(baseUrl, limits).complete(SITE, KEY, PROMPT);

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProviderFailure)) throw error;
  expect(error.message).not.toContain('canary');
  return error.reason;
}

/** A raw TCP server, for behavior that no HTTP server has. */
async function startRawServer(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { baseUrl: `http://127.0.0.1:${port}/v1`, close };
}

test('makes one POST to chat/completions with the caller’s key, the prompt and its token limit', async () => {
  const completion = await ask();
  expect(completion).toEqual({ text: 'Hello, we look into it.', inputTokens: 120, outputTokens: 30 });
  expect(fake.calls).toHaveLength(1);
  expect(fake.calls[0]).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer pk-canary-of-the-caller', 'content-type': 'application/json' },
    body: { model: 'small', messages: [{ role: 'user', content: 'Hello' }], max_tokens: 1024 },
  });
});

test('a provider without a listening server is unreachable', async () => {
  const { baseUrl, close } = await startRawServer(() => undefined);
  await close();
  expect(await failureOf(ask({}, baseUrl))).toBe('unreachable');
});

test('a connection reset before or during the reply is broken', async () => {
  const before = await startRawServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  expect(await failureOf(ask({}, before.baseUrl))).toBe('broken');
  await before.close();
  const middle = await startRawServer((socket) => {
    socket.once('data', () =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"choices"', () => socket.end()),
    );
  });
  expect(await failureOf(ask({}, middle.baseUrl))).toBe('broken');
  await middle.close();
});

test('a reply that is not HTTP is broken', async () => {
  const raw = await startRawServer((socket) => socket.once('data', () => socket.end('220 mail.example ESMTP\r\n')));
  expect(await failureOf(ask({}, raw.baseUrl))).toBe('broken');
  await raw.close();
});

test('a provider that never answers times out, with or without headers', async () => {
  fake.behave = () => undefined;
  expect(await failureOf(ask({ totalMs: SHORT_MS }))).toBe('timeout');
  fake.behave = (response) => {
    response.writeHead(200);
    response.write('{');
  };
  expect(await failureOf(ask({ totalMs: SHORT_MS }))).toBe('timeout');
});

test('single bytes do not extend the timeout', async () => {
  fake.behave = (response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(drip));
  };
  expect(await failureOf(ask({ totalMs: SHORT_MS }))).toBe('timeout');
});

test('an unfinished TLS handshake counts as connecting', async () => {
  const raw = await startRawServer(() => undefined);
  const startedMs = performance.now();
  const failure = await failureOf(ask({ connectMs: SHORT_MS }, raw.baseUrl.replace('http:', 'https:')));
  expect(failure).toBe('unreachable');
  expect(performance.now() - startedMs).toBeLessThan(20_000);
  await raw.close();
});

test('a redirect is not followed', async () => {
  const target = await startFakeProvider();
  for (const status of [301, 302, 303, 307, 308]) {
    fake.behave = (response) => {
      response.writeHead(status, { Location: `${target.baseUrl}/chat/completions` });
      response.end();
    };
    expect(await failureOf(ask())).toBe('redirect');
  }
  expect(target.calls).toEqual([]);
  await target.close();
});

test.each([400, 401, 403, 404, 429, 500, 503])('status %i is a refusal, and its body is not used', async (status) => {
  fake.behave = (response) =>
    sendCompletion(response, { error: { message: 'bad key pk-canary-of-the-caller' } }, status);
  expect(await failureOf(ask())).toBe('refused');
});

test.each([
  ['nothing', ''],
  ['HTML', '<html>pk-canary-of-the-caller</html>'],
  ['half a JSON', '{"choices":['],
  ['a number', '7'],
  ['null', 'null'],
  ['no choices', '{}'],
  ['an empty list of choices', '{"choices":[]}'],
  ['null as a choice', '{"choices":[null]}'],
  ['null after a choice', '{"choices":[{"message":{"content":"x"}},null]}'],
  ['null as a message', '{"choices":[{"message":null}]}'],
  ['null as content', JSON.stringify(completionOf(null))],
  ['a list as content', JSON.stringify(completionOf(['x']))],
  ['empty content', JSON.stringify(completionOf(' \n '))],
  ['negative tokens', JSON.stringify(completionOf('x', { prompt_tokens: -1, completion_tokens: 1 }))],
  ['half tokens', JSON.stringify(completionOf('x', { prompt_tokens: 0.5, completion_tokens: 1 }))],
  ['too many tokens', JSON.stringify(completionOf('x', { prompt_tokens: 1e12, completion_tokens: 1 }))],
  ['text as tokens', JSON.stringify(completionOf('x', { prompt_tokens: '1', completion_tokens: 1 }))],
  ['deeply nested brackets', '['.repeat(200_000)],
])('%s is no completion', async (_name, text) => {
  fake.behave = (response) => {
    response.writeHead(200);
    response.end(text);
  };
  expect(await failureOf(ask())).toBe('unreadable');
});

test('invalid UTF-8 is not a completion', async () => {
  fake.behave = (response) => {
    response.writeHead(200);
    response.end(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]));
  };
  expect(await failureOf(ask())).toBe('unreadable');
});

test('an endless reply is cut at the limit: 100 MB are never read', async () => {
  let sent = 0;
  const raw = await startRawServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 104857600\r\n\r\n');
      const block = Buffer.alloc(65_536, 0x20);
      const more = () => {
        while (!socket.destroyed && sent < 104_857_600) {
          sent += block.length;
          if (!socket.write(block)) return;
        }
      };
      socket.on('drain', more);
      more();
    });
  });
  expect(await failureOf(ask({}, raw.baseUrl))).toBe('too_large');
  expect(sent).toBeLessThan(50_000_000);
  await raw.close();
});

test('a reply of exactly the limit is read', async () => {
  const text = JSON.stringify(completionOf('x'));
  fake.behave = (response) => {
    response.writeHead(200);
    response.end(text);
  };
  expect(await ask({ maxBytes: text.length })).toMatchObject({ text: 'x' });
  expect(await failureOf(ask({ maxBytes: text.length - 1 }))).toBe('too_large');
});

test('usage may be missing; control characters and lone surrogates are removed', async () => {
  fake.behave = (response) => sendCompletion(response, completionOf(' a\u0000b\u001b[1m\r\nc\td\u0085 ', null));
  expect(await ask()).toEqual({ text: 'ab[1m\nc\td', inputTokens: null, outputTokens: null });
  fake.behave = (response) => {
    response.writeHead(200);
    response.end('{"choices":[{"message":{"content":"a\\ud800b"}}],"usage":null}');
  };
  expect((await ask()).text).toBe('a\ufffdb');
});

test('calls in flight never exceed the slots, and the others follow', async () => {
  let inFlight = 0;
  let most = 0;
  fake.behave = async (response) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    await new Promise((resolve) => setImmediate(resolve));
    inFlight -= 1;
    sendCompletion(response, completionOf('done'));
  };
  const provider = new HttpProvider(fake.baseUrl, { maxInFlight: 3 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => provider.complete(SITE, KEY, PROMPT)));
  expect(answers).toHaveLength(20);
  expect(most).toBeLessThanOrEqual(3);
});

test('a call that waits too long is refused as busy, and slots of hanging calls are released', async () => {
  fake.behave = () => undefined;
  const provider = new HttpProvider(fake.baseUrl, { maxInFlight: 2, totalMs: SHORT_MS });
  const reasons = await Promise.all(Array.from({ length: 6 }, () => failureOf(provider.complete(SITE, KEY, PROMPT))));
  expect(new Set(reasons)).toEqual(new Set(['timeout', 'busy']));
  fake.behave = (response) => sendCompletion(response, completionOf('back'));
  expect((await provider.complete(SITE, KEY, PROMPT)).text).toBe('back');
});

test('any number of slow calls of one site does not block calls of another', async () => {
  const provider = new HttpProvider(fake.baseUrl, { maxInFlight: 8 });
  const held: (() => void)[] = [];
  const isFull = Promise.withResolvers<void>();
  fake.behave = (response) => {
    held.push(() => sendCompletion(response, completionOf('slow')));
    if (held.length === 8) isFull.resolve();
  };
  const slow = Array.from({ length: 80 }, () => provider.complete(SITE, KEY, PROMPT));
  await isFull.promise;
  fake.behave = (response) => sendCompletion(response, completionOf('quick'));
  // The slow calls still hold their slots.
  expect((await provider.complete(2n, KEY, PROMPT)).text).toBe('quick');
  expect(fake.calls).toHaveLength(9);
  for (const answer of held) answer();
  await Promise.all(slow);
  expect(fake.calls).toHaveLength(81);
});
