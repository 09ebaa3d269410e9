import { createServer, type ServerResponse } from 'node:http';

/** A server inside this process, which receives the story's webhooks while it is written. */
export interface LoopbackReceiver {
  readonly origin: string;
  close(): Promise<void>;
}

/** @param statusOf The status to answer to a request of that path */
export async function startLoopbackReceiver(statusOf: (path: string) => number): Promise<LoopbackReceiver> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(response, statusOf(request.url ?? '')));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const WORDS: Readonly<Record<number, string>> = {
  200: 'taken',
  410: 'this hook has moved',
  503: 'back in a few hours',
};

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(WORDS[status] ?? 'something went wrong');
}
