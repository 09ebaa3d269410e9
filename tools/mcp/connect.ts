import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** How a client greets: by the handshake of the versions before 2026-07-28, or by asking which it can speak. */
export type Greeting = 'legacy' | 'auto';

interface Options {
  readonly greeting?: Greeting;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Connects the SDK's own client. @param address with its query */
export async function connectClient(address: string, token: string, { greeting = 'auto', headers }: Options = {}) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: greeting } });
  const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
  return client;
}
