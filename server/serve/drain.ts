import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/db.ts';

const CALLS_MS = 9_000;
const ALL_MS = 10_000;
const LOOK_MS = 50;

/**
 * Ends the service: readiness says no at once, no connection is taken any more, running calls finish within 9 seconds
 * and are cut then, what is in memory is written and the database closed. Resolves after 10 seconds at most.
 * @param secondSignal When it resolves, running calls are cut at once.
 */
export async function drain(
  app: FastifyInstance,
  database: Database | null,
  secondSignal: Promise<void>,
): Promise<void> {
  app.drain();
  const late = new Promise<void>((resolve) => setTimeout(resolve, ALL_MS).unref());
  const done = finishCalls(app.server, secondSignal)
    // After the last call, so that what the calls leave in memory is written too.
    .then(() => app.close())
    .then(() => database?.close());
  await Promise.race([done, late]);
}

async function finishCalls(server: Server, secondSignal: Promise<void>): Promise<void> {
  const cut = () => server.closeAllConnections();
  const late = setTimeout(cut, CALLS_MS);
  void secondSignal.then(cut);
  // A kept connection that becomes idle after its last answer would hold the server open.
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(late);
  clearInterval(idle);
}
