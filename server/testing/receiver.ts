import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Certificate } from './make-certificate.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes of the body, as text. */
  readonly body: string;
  /** The server name that the TLS client requested; null without one. */
  readonly serverName: string | null;
}

/** Answers a request, or leaves it pending. */
export type Reply = (response: ServerResponse, received: Received) => void;

/** A real server that receives webhooks and keeps them. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Sets the reply to further requests; `200` without one. */
  answer(reply: Reply | number): void;
  /** Resolves when that many requests have arrived in total. */
  untilReceived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** @param certificate Makes the receiver use TLS */
export async function startReceiver(host = '127.0.0.1', certificate?: Certificate): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let reply: Reply = (response) => response.end('taken');
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers, socket } = request;
      const serverName = (socket instanceof TLSSocket && socket.servername) || null;
      const one = { method, path: url, headers, body: Buffer.concat(chunks).toString(), serverName };
      received.push(one);
      reply(response, one);
      for (const look of waiting) look();
    });
  };
  const server = certificate === undefined ? createServer(listener) : createTlsServer(certificate, listener);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${certificate === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${port}/hook`,
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
