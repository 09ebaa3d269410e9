import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql, type Database } from '#server/db/db.ts';
import { describeError, type Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { mayReadMetrics } from './metrics-access.ts';

export interface Health {
  isDraining: boolean;
  readonly database: Database | null;
}

const TIMEOUT_MS = 2000;

interface Parts {
  readonly health: Health;
  readonly metrics: Metrics;
  /** Null where it is for programs on this machine alone. */
  readonly metricsToken: string | null;
  readonly log: Log;
  readonly monotonicMs: () => number;
}

/** /healthz, /readyz, /livez and /metrics (docs/operating.md, "Monitoring"). */
export function addProbes(app: FastifyInstance, { health, metrics, metricsToken, log, monotonicMs }: Parts): void {
  let asked: Promise<boolean> | null = null;
  /** Anybody may ask, and all who ask at once share one statement. */
  const isAnswering = () =>
    (asked ??= answers(health.database, log).finally(() => {
      asked = null;
    }));
  const ready = async (_request: FastifyRequest, reply: FastifyReply) => {
    const isReady = !health.isDraining && (await isAnswering());
    return sendText(reply, isReady ? 200 : 503, isReady ? 'ok\n' : 'not ready\n');
  };
  app.get('/healthz', ready);
  app.get('/readyz', ready);
  app.get('/livez', (_request, reply) => sendText(reply, 200, 'ok\n'));
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request.raw, metricsToken)) return refuseMetrics(reply, metricsToken !== null);
    return sendText(reply, 200, await metrics.read(monotonicMs()), metrics.registry.contentType);
  });
}

/** Where there is no token to give, nothing is here. */
function refuseMetrics(reply: FastifyReply, isTokenAsked: boolean): FastifyReply {
  if (!isTokenAsked) return sendText(reply, 404, 'not found\n');
  return sendText(reply.header('WWW-Authenticate', 'Bearer realm="metrics"'), 401, 'unauthorized\n');
}

function sendText(reply: FastifyReply, status: number, text: string, type = 'text/plain; charset=utf-8'): FastifyReply {
  return reply
    .code(status)
    .headers({
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
    })
    .send(text);
}

async function answers(database: Database | null, log: Log): Promise<boolean> {
  if (database === null) return true;
  let timer: NodeJS.Timeout | undefined;
  const lateness = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), TIMEOUT_MS).unref();
  });
  try {
    await Promise.race([database.unbound.query(sql`select 1 as one`), lateness]);
    return true;
  } catch (error) {
    log.warn(describeError(error), 'not ready: the database does not answer');
    return false;
  } finally {
    clearTimeout(timer);
  }
}
