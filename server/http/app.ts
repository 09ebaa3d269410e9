import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import type { AiProvider } from '#server/operation/ai-provider.ts';
import { HttpProvider } from '#server/ai/http-provider.ts';
import type { Database } from '#server/db/db.ts';
import { AppKeys } from '#server/secrets/app-keys.ts';
import { TokenBook } from '#server/tokens/token-book.ts';
import { Deliverer } from '#server/webhooks/deliverer.ts';
import { countWaitingDeliveries } from '#server/webhooks/keep-deliveries.ts';
import { makeResolveHost } from '#server/webhooks/find-addresses.ts';
import { apiHeaders } from './api-headers.ts';
import { installBigintJson } from './bigint-json.ts';
import type { Clock, ResolveHost } from '#server/operation/call.ts';
import { answerClientError } from './client-error.ts';
import { Cors } from './cors.ts';
import { dispatch } from './dispatch.ts';
import { watchForwarding } from './client-address.ts';
import { FailedCalls } from '#server/http/limits/failed-calls.ts';
import { HeavyWork } from './heavy-work.ts';
import { Housekeeping } from './housekeeping.ts';
import { createLog, describeError, type Log } from './log.ts';
import { isMcpCall, McpCalls } from './mcp/mcp-calls.ts';
import { Metrics } from './metrics.ts';
import { buildOperationTable } from './operation-table.ts';
import { isPortalCall, PortalCalls } from './portal-calls.ts';
import { addProbes, type Health } from './probes.ts';
import { addReference, lazyOpenapi } from '#server/http/pages/reference.ts';
import { RefusedTokens } from '#server/http/limits/refused-tokens.ts';
import type { HttpConfig } from '#server/operation/http-config.ts';
import type { Service } from './service.ts';
import { sharedRateLimit } from '#server/http/limits/rate-limit.ts';
import { sendNotFound } from '#server/http/pages/plain-answer.ts';
import { addDashboard } from '#server/http/pages/static.ts';
import { removeOrphanedUploads } from '#server/http/uploads/upload-folder.ts';
import { Uploads } from '#server/http/uploads/uploads.ts';
import { LargeAnswers } from './streams/large-answers.ts';
import { forwardCall } from './upstream.ts';
import { isApi, originForm } from './request-target.ts';

export interface AppOptions {
  /** Null with UPSTREAM_BASE_URL: calls are forwarded. */
  readonly database: Database | null;
  readonly config: HttpConfig;
  readonly clock: Clock;
  readonly log?: Log;
  /** Random if absent: portal links and other derived secrets are then valid until the process ends. */
  readonly keys?: AppKeys;
  /** Replaces the provider at AI_PROVIDER_BASE_URL; tests use shorter timeouts. */
  readonly aiProvider?: AiProvider;
  /** Fixed in tests, like their clock. */
  readonly monotonicMs?: () => number;
  /** Folder of the built dashboard. */
  readonly dist?: string;
  /** Called once with the names of proxy headers that arrive while TRUST_PROXY is 0. */
  readonly onForwarded?: (headers: readonly string[]) => void;
  /** Resolves the hosts of webhooks; the system's resolver by default. */
  readonly resolveHost?: ResolveHost | undefined;
  /** Tests run housekeeping by hand, and collect no metrics of the process. */
  readonly isTest?: boolean;
  /** Tests use a shorter wait for a place. */
  readonly largeAnswers?: ConstructorParameters<typeof LargeAnswers>[0];
  /** Parses each reply with the schema of its contract row. */
  readonly checkReplies?: boolean;
}

export type App = FastifyInstance;

declare module 'fastify' {
  interface FastifyInstance {
    readonly housekeeping: Housekeeping | null;
    readonly deliverer: Deliverer | null;
    /** Makes /readyz return 503; running calls continue. */
    drain(): void;
  }
}

const SECOND_MS = 1000;

/** Builds the HTTP server with everything up to the handlers; `inject` works without listening. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, clock, database, monotonicMs = () => performance.now() } = options;
  installBigintJson();
  const log = options.log ?? createLog({ level: config.logLevel, now: () => clock.now() });
  const metrics = new Metrics(options.isTest !== true);
  const headers = apiHeaders(config.publicUrl);
  const health: Health = { isDraining: false, database, upstreamBaseUrl: config.upstreamBaseUrl };
  if (database !== null) await removeOrphanedUploads(config.dataDir);
  const service = database === null ? null : makeService(options, database, { log, metrics, headers });
  const serveApi = (request: IncomingMessage, response: ServerResponse) => {
    if (service !== null) void dispatch(service, request, response);
    else void forwardCall({ config, headers, log }, request, response);
  };
  const portal = service === null ? null : new PortalCalls(service);
  const mcp = service === null || !config.extensions ? null : new McpCalls(service);
  const app = Fastify({
    logger: false,
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // `receive` ends a body after 15 seconds without a byte; this is the limit for the whole request.
    requestTimeout: 600 * SECOND_MS,
    keepAliveTimeout: 72 * SECOND_MS,
    http: {
      headersTimeout: 15 * SECOND_MS,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: 5 * SECOND_MS,
      requireHostHeader: false,
    },
    routerOptions: { querystringParser: () => ({}) },
    // Runs before any hook, so that all code sees the same form.
    rewriteUrl: ({ url = '' }) => originForm(url),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, headers),
    // An address that cannot be decoded skips the hooks.
    frameworkErrors: (_error, request, reply) => {
      if (!isApi(request.raw)) return void sendNotFound(reply);
      reply.hijack();
      serveApi(request.raw, reply.raw);
    },
  });
  // Closes connections whose client reads nothing for 30 seconds, but not those that wait for a slow call.
  app.server.setTimeout(30 * SECOND_MS, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });

  // Node would answer an unknown `Expect` header with 417 and no envelope; ignore the header instead.
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    app.routing(request, response),
  );

  const warnOfProxy = watchForwarding(config.trustProxy, (names) => {
    log.warn({ headers: names }, 'a proxy is in front, and TRUST_PROXY is 0: limits by address count the proxy');
    options.onForwarded?.(names);
  });
  app.addHook('onRequest', (request, reply, done) => {
    warnOfProxy(request.raw);
    // The API writes its responses itself: docs/decisions/0015-answers-of-the-api-are-written-by-hand.md.
    if (isApi(request.raw)) {
      reply.hijack();
      serveApi(request.raw, reply.raw);
    } else if (portal !== null && isPortalCall(request.raw)) {
      reply.hijack();
      void portal.serve(request.raw, reply.raw);
    } else if (isMcpCall(request.raw)) {
      if (mcp === null) return void sendNotFound(reply);
      reply.hijack();
      void mcp.serve(request.raw, reply.raw);
    } else done();
  });
  addProbes(app, { health, metrics, metricsToken: config.metricsToken, log, monotonicMs });
  addReference(app, config);
  await addDashboard(app, { config, database, log, dist: options.dist ?? 'dist' });

  const housekeeping = service === null ? null : new Housekeeping(service);
  const deliverer = service === null ? null : makeDeliverer(service);
  if (options.isTest !== true) {
    housekeeping?.start();
    deliverer?.start();
  }
  app.addHook('preClose', async () => {
    health.isDraining = true;
  });
  app.addHook('onClose', async () => {
    await deliverer?.stop();
    await housekeeping?.stop();
  });
  app.decorate('housekeeping', housekeeping);
  app.decorate('deliverer', deliverer);
  app.decorate('drain', () => {
    health.isDraining = true;
    deliverer?.beginStop();
  });
  await app.ready();
  return app;
}

function makeService(
  options: AppOptions,
  database: Database,
  parts: Pick<Service, 'log' | 'metrics' | 'headers'>,
): Service {
  const { config, clock, checkReplies } = options;
  const { aiProviderBaseUrl: providerUrl } = config;
  const tokens = new TokenBook(database.gate);
  const uploads = new Uploads(database, config.dataDir);
  const largeAnswers = new LargeAnswers(options.largeAnswers);
  const heavyWork = new HeavyWork();
  const provider = providerUrl === null ? null : new HttpProvider(providerUrl);
  parts.metrics.watchQuota('upload_bytes', () => uploads.load());
  parts.metrics.watchQuota('large_answers', () => largeAnswers.load());
  parts.metrics.watchQuota('heavy_work', () => heavyWork.load());
  if (provider !== null) parts.metrics.watchQuota('ai_provider', () => provider.load());
  parts.metrics.watchDatabase(database);
  parts.metrics.watchTokens({
    cachedTokens: () => tokens.size,
    tokenHits: () => tokens.hits,
    tokenMisses: () => tokens.misses,
  });
  return {
    ...parts,
    database,
    config,
    clock,
    tokens,
    cors: new Cors(config.corsOrigins),
    rateLimit: sharedRateLimit(database.gate),
    failedCalls: new FailedCalls(),
    refusedTokens: new RefusedTokens(),
    uploads,
    largeAnswers,
    heavyWork,
    table: buildOperationTable(config.extensions),
    keys: options.keys ?? new AppKeys(randomBytes(32)),
    aiProvider: options.aiProvider ?? provider,
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
    resolveHost: options.resolveHost ?? makeResolveHost(config.webhookAllowPrivate),
    checksReplies: checkReplies === true,
    openapi: lazyOpenapi(config),
  };
}

function makeDeliverer({ database, keys, clock, resolveHost, config, metrics, log }: Service): Deliverer {
  const deliverer = new Deliverer({
    database,
    keys,
    clock,
    resolveHost,
    allowPrivate: config.webhookAllowPrivate,
    random: Math.random,
    report: ({ error_code: error, duration_ms: ms }) => metrics.countWebhook(error ?? 'succeeded', ms),
    warn: (error, message) => log.warn(error === null ? {} : describeError(error), message),
  });
  metrics.watchWebhooks({
    inFlight: () => deliverer.inFlight,
    waiting: () => countWaitingDeliveries(database.owner),
    load: () => deliverer.load(),
  });
  return deliverer;
}
