import { createServer, type Server } from 'node:http';
import type { Config } from '#server/config.ts';
import { StartFailure } from '#server/db/errors.ts';
import { answerEarly } from './answer-early.ts';

type ListenOptions = Pick<Config, 'host' | 'port' | 'publicUrl'>;

/** The port, taken before anything slow is begun, so that probes get an answer while the service starts. */
export interface EarlyListener {
  /** The port that was given, also where 0 was asked for. */
  readonly port: number;
  /** From now on connections belong to this server, with its own limits. None is refused in between. */
  handOverTo(server: Server): Promise<void>;
  close(): void;
}

/**
 * Listens and answers that the service is starting.
 * @throws StartFailure in one line that names PORT or HOST.
 */
export async function listenEarly({ host, port, publicUrl }: ListenOptions): Promise<EarlyListener> {
  const early = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) =>
    answerEarly(request, response, publicUrl),
  );
  await listen(early, { host, port });
  const address = early.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    handOverTo: (server) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        // The same socket goes on listening: closing this server and opening the next would refuse calls in between.
        server.listen(early, () => {
          server.off('error', reject);
          resolve();
        });
      }),
    close: () => {
      early.close();
      early.closeAllConnections();
    },
  };
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new StartFailure(describe(error, host, port))));
    server.listen({ host, port }, resolve);
  });
}

function describe(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `PORT ${port} is in use on ${host}: stop the other program or set PORT to a free one`;
    case 'EACCES':
      return `PORT ${port} may not be opened by this user: set PORT to 1024 or higher`;
    default:
      return `HOST ${host} cannot be listened on (${error.code ?? error.message})`;
  }
}
