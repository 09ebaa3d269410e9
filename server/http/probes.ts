import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql, type Database } from '#server/db/db.ts';
import { describeError, type Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Service } from './service.ts';

export interface Health {
  isDraining: boolean;
  readonly database: Database | null;
}

const TIMEOUT_MS = 2000;

interface Parts {
  readonly health: Health;
  readonly metrics: Metrics;
  readonly service: Service | null;
  readonly log: Log;
  readonly monotonicMs: () => number;
}

/** /healthz, /readyz, /livez and /metrics (docs/operating.md, "Monitoring"). */
export function addProbes(app: FastifyInstance, { health, metrics, service, log, monotonicMs }: Parts): void {
  const ready = async (_request: FastifyRequest, reply: FastifyReply) => {
    const isReady = !health.isDraining && (await answers(health.database, log));
    return sendText(reply, isReady ? 200 : 503, isReady ? 'ok\n' : 'not ready\n');
  };
  app.get('/healthz', ready);
  app.get('/readyz', ready);
  app.get('/livez', (_request, reply) => sendText(reply, 200, 'ok\n'));
  app.get('/metrics', async (request, reply) => {
    if (!(isLocal(request) || (await hasFullToken(service, request)))) return sendText(reply, 404, 'not found\n');
    return sendText(reply, 200, await metrics.read(monotonicMs()), metrics.registry.contentType);
  });
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

/** A scraper on this machine; what came through a proxy comes from elsewhere. */
function isLocal(request: FastifyRequest): boolean {
  const address = request.raw.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(?:::ffff:)?127\./.test(address);
  return (
    isLoopback && !Object.keys(request.headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))
  );
}

async function hasFullToken(service: Service | null, request: FastifyRequest): Promise<boolean> {
  const raw = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (service === null || raw === undefined) return false;
  const finding = await service.tokens.find(raw, service.clock.now().getTime(), request.raw.socket.remoteAddress ?? '');
  return finding.kind === 'good' && finding.token.scopes.includes('*');
}
