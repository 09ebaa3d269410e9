import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql, type Database } from '#server/db/db.ts';
import { forwardingHeaders } from './client-address.ts';
import { describeError, type Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { checkUpstream } from './upstream.ts';

export interface Health {
  isDraining: boolean;
  readonly database: Database | null;
  /** Null with a database. */
  readonly upstreamBaseUrl: string | null;
}

const TIMEOUT_MS = 2000;
/** How long an answer of the hosted service counts: anyone may call the probes, which must not load it. */
const UPSTREAM_REUSE_MS = 5000;

interface Parts {
  readonly health: Health;
  readonly metrics: Metrics;
  /** Null: /metrics is for this machine only. */
  readonly metricsToken: string | null;
  readonly log: Log;
  readonly monotonicMs: () => number;
}

/** /healthz, /readyz, /livez and /metrics (docs/operating.md, "Monitoring"). */
export function addProbes(app: FastifyInstance, { health, metrics, metricsToken, log, monotonicMs }: Parts): void {
  const { database, upstreamBaseUrl } = health;
  const canServe =
    upstreamBaseUrl === null
      ? shareCheck(() => checkDatabase(database, log), 0, monotonicMs)
      : shareCheck(() => checkUpstream(upstreamBaseUrl, log), UPSTREAM_REUSE_MS, monotonicMs);
  const ready = async (_request: FastifyRequest, reply: FastifyReply) => {
    const isReady = !health.isDraining && (await canServe());
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

interface Check {
  /** Null while it runs. */
  endedMs: number | null;
  readonly isUp: Promise<boolean>;
}

/** Concurrent probes share one check, since anyone may call them. @param reuseMs How long its result counts afterwards */
function shareCheck(check: () => Promise<boolean>, reuseMs: number, monotonicMs: () => number): () => Promise<boolean> {
  let latest: Check | null = null;
  return () => {
    if (latest !== null && (latest.endedMs === null || monotonicMs() - latest.endedMs < reuseMs)) return latest.isUp;
    const current: Check = {
      endedMs: null,
      isUp: check().finally(() => {
        current.endedMs = monotonicMs();
      }),
    };
    latest = current;
    return current.isUp;
  };
}

/** 404 hides the endpoint if no token is configured, else 401. */
function refuseMetrics(reply: FastifyReply, hasMetricsToken: boolean): FastifyReply {
  if (!hasMetricsToken) return sendText(reply, 404, 'not found\n');
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

async function checkDatabase(database: Database | null, log: Log): Promise<boolean> {
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

/** See docs/operating.md, "Monitoring". */
function mayReadMetrics(request: IncomingMessage, metricsToken: string | null): boolean {
  return metricsToken === null ? isLocal(request) : hasToken(request, metricsToken);
}

function hasToken({ headers }: IncomingMessage, metricsToken: string): boolean {
  const given = /^bearer ([!-~]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  // Hashes have equal lengths, so the timing reveals neither length nor prefix of the token.
  return timingSafeEqual(hash(given), hash(metricsToken));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** A direct call from this machine with a loopback Host: neither through a proxy nor by DNS rebinding. */
function isLocal(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(?:::ffff:)?127\./.test(address);
  return isLoopback && isLoopbackHost(request.headers.host ?? '') && forwardingHeaders(request).length === 0;
}

function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})(?::\d{1,5})?$/i.test(host);
}
