import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** A proxy before a database that can be cut off: open connections break, and new ones are refused. */
export interface CutOff {
  /** The address of the database through the proxy. */
  readonly url: string;
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function openCutOff(databaseUrl: string): Promise<CutOff> {
  const target = new URL(databaseUrl);
  const sockets = target.searchParams.get('host');
  const there: NetConnectOpts =
    sockets === null
      ? { port: Number(target.port === '' ? 5432 : target.port), host: target.hostname }
      : { path: `${sockets}/.s.PGSQL.5432` };
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(there);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    cut() {
      isCut = true;
      cutAll();
    },
    restore() {
      isCut = false;
    },
    async close() {
      isCut = true;
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
}
