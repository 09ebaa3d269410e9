import { parseJson, writeJson } from '#contract/json.ts';
import type { AiProvider } from '#server/operation/ai-provider.ts';
import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import type { Database } from '#server/db/db.ts';
import { buildApp, type App } from '#server/http/app.ts';
import type { Actor, ResolveHost, Site } from '#server/operation/call.ts';
import { createLog } from '#server/http/log.ts';
import type { HttpConfig } from '#server/operation/http-config.ts';
import { AppKeys } from '#server/secrets/app-keys.ts';
import { createSite } from '#server/site/create-site.ts';
import { issueToken } from '#server/tokens/issue-token.ts';
import { testDatabase } from './database.ts';
import { emptyTables } from './tables.ts';

export interface TestServiceOptions {
  /** The clock's first instant; it does not move until a test moves it. */
  readonly now?: string;
  readonly extensions?: boolean;
  readonly config?: Partial<HttpConfig>;
  readonly dist?: string;
  /** Overrides the one of the configuration. */
  readonly aiProvider?: AiProvider;
  /** By default the service asks the name servers of the machine. */
  readonly resolveHost?: ResolveHost;
  /** Gets the lines of the log; by default nothing is logged. */
  readonly log?: (text: string) => void;
  /** Overrides the worker's own database. */
  readonly database?: Database;
  /** False keeps the rows of an earlier service of the same test, for two nodes on one database. */
  readonly emptyFirst?: boolean;
  /** Overrides the key of tests. */
  readonly keys?: AppKeys;
  /** False lets a reply pass that does not match its row's schema. */
  readonly checkReplies?: boolean;
}

export interface TestCall {
  readonly token?: string | undefined;
  readonly query?: Readonly<Record<string, string | number | bigint | boolean>> | string;
  /** An object is sent as JSON, a text or bytes as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The body with all digits; undefined if it is not JSON. Tests read it without types. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the shape of an answer is what tests find out
  readonly json: any;
}

export interface TestSite {
  readonly site: Site;
  readonly tokenId: bigint;
  /** The raw token; its scopes are `*` by default. */
  readonly token: string;
}

export interface NewTestSite {
  readonly name?: string;
  readonly timeZone?: string;
  readonly isDemo?: boolean;
  readonly country?: Site['country'];
  readonly undeployed?: Site['undeployed'];
  readonly scopes?: readonly string[];
  readonly label?: string;
  readonly agentId?: bigint;
  readonly rateLimitPerMin?: number;
}

export class TestClock {
  #current: Date;

  constructor(iso: string) {
    this.#current = new Date(iso);
  }

  now(): Date {
    return new Date(this.#current);
  }

  set(iso: string): void {
    this.#current = new Date(iso);
  }

  advance(ms: number): void {
    this.#current = new Date(this.#current.getTime() + ms);
  }
}

export interface TestService {
  readonly app: App;
  readonly database: Database;
  readonly clock: TestClock;
  createSite(options?: NewTestSite): Promise<TestSite>;
  issueToken(site: Site, options?: Omit<NewTestSite, 'name'>): Promise<{ tokenId: bigint; token: string }>;
  /** Sends through the whole service, without a socket. */
  call(method: string, resource: string, options?: TestCall): Promise<TestAnswer>;
  close(): Promise<void>;
}

export const TEST_CONFIG: HttpConfig = {
  dataDir: '',
  extensions: true,
  publicUrl: 'http://127.0.0.1:8080',
  upstreamBaseUrl: null,
  apiOrigins: [],
  embedOrigins: [],
  corsOrigins: [],
  trustProxy: 0,
  aiProviderBaseUrl: null,
  aiPrices: new Map(),
  aiDefaultModel: null,
  webhookAllowPrivate: false,
  metricsToken: null,
  logLevel: 'info',
};

/** The key of the service in tests, and the keys derived from it. */
export const TEST_SECRET = 'a key that only tests know, of more than 32 characters';
export const TEST_KEYS = new AppKeys(TEST_SECRET);

/** The actor of a test outside of a call. */
export const TEST_ACTOR: Actor = ADMIN_ACTOR;

/** The real service with the worker's database, which is emptied first, and a clock that does not move by itself. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const database = options.database ?? (await testDatabase());
  if (options.emptyFirst !== false && options.database === undefined) await emptyTables(database);
  const clock = new TestClock(options.now ?? '2026-11-20T14:30:00.000Z');
  const config = { ...TEST_CONFIG, extensions: options.extensions ?? true, ...options.config };
  const log = createLog({
    level: options.log === undefined ? 'silent' : config.logLevel,
    now: () => clock.now(),
    write: options.log ?? (() => undefined),
  });
  const app = await buildApp({
    database: config.upstreamBaseUrl === null ? database : null,
    config,
    clock,
    log,
    keys: options.keys ?? TEST_KEYS,
    dist: options.dist ?? 'no-such-folder',
    resolveHost: options.resolveHost,
    isTest: true,
    monotonicMs: () => clock.now().getTime(),
    ...(options.aiProvider === undefined ? {} : { aiProvider: options.aiProvider }),
    checkReplies: options.checkReplies ?? true,
  });
  const issue = (site: Site, request: NewTestSite) =>
    issueToken(
      database.owner,
      site.id,
      {
        label: request.label ?? 'test',
        scopes: request.scopes ?? ['*'],
        rateLimitPerMin: request.rateLimitPerMin ?? 1_000_000,
        agentId: request.agentId ?? null,
      },
      { actor: TEST_ACTOR, now: clock.now() },
    );
  return {
    app,
    database,
    clock,
    async createSite(request = {}) {
      const { name = 'Test site', timeZone = 'UTC', isDemo = false, country = null, undeployed = [] } = request;
      const site = await createSite(database.owner, { name, timeZone, isDemo, country, undeployed }, clock.now());
      return { site, ...(await issue(site, request)) };
    },
    issueToken: (site, request = {}) => issue(site, request),
    call: (method, resource, request = {}) => send(app, method, resource, request),
    close: async () => {
      await app.close();
    },
  };
}

async function send(app: App, method: string, resource: string, request: TestCall): Promise<TestAnswer> {
  const { token, query, body, headers = {} } = request;
  const isJson = typeof body === 'object' && body !== null && !(body instanceof Uint8Array);
  const payload = isJson ? writeJson(body) : (body as string | Buffer | undefined);
  const answer = await app.inject({
    method: method as 'GET',
    url: `/v1/api.ashx?resource=${encodeURIComponent(resource)}${queryText(query)}`,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
    ),
    text: answer.payload,
    json: readJson(answer.payload),
  };
}

function queryText(query: TestCall['query']): string {
  if (query === undefined) return '';
  if (typeof query === 'string') return query === '' ? '' : `&${query}`;
  const parts = Object.entries(query).map(([name, value]) => {
    const text = value === true ? '1' : String(value);
    return `&${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
  });
  return parts.join('');
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
