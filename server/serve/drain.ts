import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/db.ts';

const CALLS_MS = 9_000;
const ALL_MS = 10_000;
const POLL_MS = 50;

/**
 * Shuts the service down: reports not ready, accepts no more connections, gives running calls 9 seconds before it cuts them,
 * writes what is in memory and closes the database. Resolves after 10 seconds at most.
 * @param secondSignal When it resolves, running calls are cut immediately.
 */
export async function drain(
  app: FastifyInstance,
  database: Database | null,
  secondSignal: Promise<void>,
): Promise<void> {
  app.drain();
  const late = new Promise<void>((resolve) => setTimeout(resolve, ALL_MS).unref());
  const done = finishCalls(app.server, secondSignal)
    // After the last call, so that the counters of all calls are written.
    .then(() => app.close())
    .then(() => database?.close());
  await Promise.race([done, late]);
}

async function finishCalls(server: Server, secondSignal: Promise<void>): Promise<void> {
  const cut = () => server.closeAllConnections();
  const late = setTimeout(cut, CALLS_MS);
  void secondSignal.then(cut);
  // A keep-alive connection that becomes idle after its last response would keep the server open.
  const idle = setInterval(() => server.closeIdleConnections(), POLL_MS);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(late);
  clearInterval(idle);
}
