import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The service's answer, before the browser gets it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface TamperedCall {
  /** Path of the address, without its query. */
  readonly path: string;
  /** Resource of the API, empty for everything else. */
  readonly resource: string;
  readonly query: URLSearchParams;
  readonly answer: Answer;
}

/** Writes another answer, or none at all; false passes on what the service said. */
export type Tamper = (call: TamperedCall, response: ServerResponse) => boolean;

export interface TamperingProxy {
  readonly url: string;
  /** Null passes everything on. */
  tamper: Tamper | null;
  close(): Promise<void>;
}

/** A real server before a real service, as a broken network or gateway would be. */
export async function startTamperingProxy(target: string): Promise<TamperingProxy> {
  const server = createServer((incoming, response) => void pass(incoming, response));

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', target);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const outgoing = request(url, {
      method: incoming.method ?? 'GET',
      headers: { ...incoming.headers, host: url.host, 'accept-encoding': 'identity' },
    });
    outgoing.on('error', () => response.destroy());
    outgoing.on('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const body = Buffer.concat(parts);
        const resource = url.searchParams.get('resource') ?? '';
        const { 'transfer-encoding': _chunked, connection: _connection, ...headers } = answer.headers;
        const told = { status: answer.statusCode ?? 0, headers, text: body.toString() };
        if (proxy.tamper?.({ path: url.pathname, resource, query: url.searchParams, answer: told }, response) === true)
          return;
        response.writeHead(answer.statusCode ?? 502, headers).end(body);
      });
    });
    outgoing.end(Buffer.concat(chunks));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: TamperingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tamper: null,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return proxy;
}
