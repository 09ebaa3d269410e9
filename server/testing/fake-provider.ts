import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProviderCall {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  // oxlint-disable-next-line typescript/no-explicit-any -- what was sent is what tests find out
  readonly body: any;
}

type Behaviour = (response: ServerResponse, call: ProviderCall) => void | Promise<void>;

/** An AI provider that a test controls, over real sockets. */
export interface FakeProvider {
  readonly baseUrl: string;
  /** Received calls, in order. */
  readonly calls: ProviderCall[];
  behave: Behaviour;
  close(): Promise<void>;
}

/**
 * An answer of `chat/completions`, as providers send it.
 * @param usage Null to leave it out
 */
export function completionOf(content: unknown, usage: unknown = { prompt_tokens: 120, completion_tokens: 30 }): object {
  return {
    id: 'cmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    ...(usage === null ? {} : { usage }),
  };
}

export function sendCompletion(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}

export async function startFakeProvider(
  behave: Behaviour = (response) => sendCompletion(response, completionOf('Hello, we look into it.')),
): Promise<FakeProvider> {
  const calls: ProviderCall[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      const call = { path: request.url ?? '', headers: request.headers, body };
      calls.push(call);
      await provider.behave(response, call);
    })();
  });
  server.listen(0, '127.0.0.1');
  // An open provider must not keep the run alive.
  server.unref();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const provider: FakeProvider = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    calls,
    behave,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}
