import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes of the body, as text. */
  readonly body: string;
}

/** Writes the answer to what came in, or leaves it hanging. */
export type Reply = (response: ServerResponse, received: Received) => void;

/** A real server that takes webhooks and keeps what it got. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** From now on answers so; `200` without it. */
  answer(reply: Reply | number): void;
  /** Resolves when so many have come in all. */
  untilReceived(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let reply: Reply = (response) => response.end('taken');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      reply(response, one);
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/hook`,
    port,
    received,
    answer(next) {
      reply = typeof next === 'function' ? next : (response) => response.writeHead(next).end();
    },
    untilReceived: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
