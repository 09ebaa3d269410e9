import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeDist, makeSetting } from '#server/testing/run-program.ts';
import { makeNodeSite, startNode, type ServiceNode } from '#server/testing/service-node.ts';

const IS_LONG = inject('trials') === 'long';
const SLOW_HEADERS = 200;
const UNUSED = 20;
const SLOW_BODIES = 60;
const SLOW_READERS = 20;
/** Other clients, each with one call at a time: concurrent calls would wait for each other. */
const CLIENTS = 10;
const CALLS_OF_CLIENT = 30;

let node: ServiceNode;
let token: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  const setting = await makeSetting();
  ({ token } = await makeNodeSite(setting));
  node = await startNode(await makeDist(), setting.variables);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await node.kill();
});

/**
 * Sends `text` and then nothing; `closed` resolves when the service closes the connection, with the seconds until then
 * and its answer.
 */
function slowClient(text: string): { readonly closed: Promise<{ seconds: number; answer: string }> } {
  const { hostname, port } = new URL(node.url);
  const socket = connect(Number(port), hostname, () => socket.write(text));
  sockets.push(socket);
  const beganMs = performance.now();
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
  socket.on('error', () => undefined);
  return {
    closed: new Promise((resolve) =>
      socket.on('close', () => resolve({ seconds: (performance.now() - beganMs) / 1000, answer })),
    ),
  };
}

test('clients that send or read slowly delay no others', async () => {
  for (let n = 0; n < 40; n += 1) {
    const body = { subject: `Ticket ${n}`, initial_comment: 'x'.repeat(15_000) };
    expect((await node.call('POST', 'tickets', { token, body })).status).toBe(200);
  }
  const head = 'GET /v1/api.ashx?resource=whoami HTTP/1.1\r\nHost: x\r\n';
  const headers = Array.from({ length: SLOW_HEADERS }, () => slowClient(head));
  const post = `POST /v1/api.ashx?resource=tickets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"subject":`;
  const unused = Array.from({ length: UNUSED }, () => slowClient(''));
  const bodies = Array.from({ length: SLOW_BODIES }, () => slowClient(post));
  const ask = `GET /v1/api.ashx?resource=tickets&format=csv&limit=200 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  for (let n = 0; n < SLOW_READERS; n += 1) {
    slowClient(ask.repeat(50));
    sockets.at(-1)?.pause();
  }

  const client = async () => {
    for (let n = 0; n < CALLS_OF_CLIENT; n += 1) {
      expect((await node.call('GET', 'tickets', { token, query: { limit: 5 } })).status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));

  // Waiting for the limits themselves would take too long for the daily tests.
  if (!IS_LONG) return;
  for (const { seconds, answer } of await Promise.all(headers.map(({ closed }) => closed))) {
    expect(seconds).toBeLessThan(25);
    expect(answer).toContain('did not arrive in time');
  }
  for (const { seconds, answer } of await Promise.all(unused.map(({ closed }) => closed))) {
    expect(seconds).toBeLessThan(25);
    expect(answer).toBe('');
  }
  for (const { seconds, answer } of await Promise.all(bodies.map(({ closed }) => closed))) {
    expect(seconds).toBeLessThan(25);
    expect(answer).toContain('bad_request');
  }
}, 120_000);
