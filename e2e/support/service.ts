import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteMade } from '#server/testing/drive-protocol.ts';
import { startService, type RunningService } from '#tools/service/start-service.ts';
import { ROOT } from '#tools/setup/run-command.ts';
import { ServiceDriver } from './service-driver.ts';
import { startInstant } from './start-instant.ts';
import { readTemplate, type Template } from './template.ts';

interface CallOptions {
  readonly token?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A site of a running service, as a browser and a program reach it. */
export interface Site {
  /** `http://127.0.0.1:PORT` of the service. */
  readonly url: string;
  readonly siteId: number;
  /** "Robin Tester", to whom the token `agent` belongs. */
  readonly agentId: string;
  /** Used where a test names no other. */
  readonly token: string;
  readonly tokens: { readonly readOnly: string };
  /** One call of the API. The body is JSON. */
  call(method: string, resource: string, options?: CallOptions): Promise<{ status: number; json: unknown }>;
}

/** The site that all tests of a worker look at: a year of demo data, and tokens that only read. */
export interface DemoSite extends Site {
  readonly tokens: { readonly readOnly: string; readonly readOnlyAgent: string };
}

/** A site that one test alone has; its own token may do everything. */
export interface OwnSite extends Site {
  /** Rows of the database by a statement of the test's own, over all sites: site.query`select … = ${siteId}`. */
  query(
    parts: TemplateStringsArray,
    ...values: readonly (string | number | null)[]
  ): Promise<readonly Readonly<Record<string, string | number | boolean | null>>[]>;
  readonly tokens: SiteMade['tokens'];
  issueToken(options: NewToken): Promise<{ readonly tokenId: number; readonly token: string }>;
}

export interface NewToken {
  readonly label?: string;
  readonly scopes?: readonly string[];
  readonly agentId?: string;
  readonly rateLimitPerMin?: number;
  readonly expiresUtc?: string;
}

export interface NewSite {
  readonly name?: string;
  /** IANA name; UTC without it. */
  readonly timeZone?: string;
  readonly undeployed?: readonly ('channels' | 'ai_usage')[];
  /** Filled with a copy of the demo data. */
  readonly isDemo?: boolean;
  /** Names of agents beside Robin Tester. */
  readonly agents?: readonly string[];
}

/** A service whose clock a test sets, over its own copy of the template's data. */
export interface TestService extends RunningService {
  readonly demoSite: DemoSite;
  /** The demo site with the tokens that may write: only where the whole service is one test's. */
  readonly ownDemoSite: OwnSite;
  setClock(now: Date): Promise<void>;
  /** Takes milliseconds. */
  makeSite(options?: NewSite): Promise<OwnSite>;
  remove(): Promise<void>;
}

/** Starts the built product over a copy of the template; `extensions: false` answers only what the API document has. */
export async function startTestService(options: {
  readonly extensions: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Folder of another page than the dashboard. */
  readonly dist?: string;
}): Promise<TestService> {
  const template = await readTemplate();
  const folder = await mkdtemp(join(tmpdir(), 'support-console-e2e-'));
  const dataDir = join(folder, 'data');
  await cp(template.dataDir, dataDir, { recursive: true });
  let aheadMs = startInstant().getTime() - Date.now();
  const service = await startService({
    dataDir,
    env: { EXTENSIONS: options.extensions ? '1' : '0', ...options.env },
    program: () => [
      'server/testing/driven-service.ts',
      new Date(Date.now() + aheadMs).toISOString(),
      options.dist ?? join(ROOT, 'dist'),
    ],
  });
  const driver = new ServiceDriver(service.process);
  const { url } = service;

  function ownSite({ siteId, agentId, tokens }: SiteMade): OwnSite {
    return {
      ...{ url, siteId, agentId, tokens, token: tokens.all },
      call: (method, resource, request) => call(url, tokens.all, method, resource, request),
      query: (parts, ...values) => driver.query({ parts: [...parts], values: [...values] }),
      issueToken: ({ label = 'Another', scopes = ['*'], rateLimitPerMin = 100_000, ...more }) =>
        driver.issueToken({
          ...{ siteId, label, scopes: [...scopes], rateLimitPerMin },
          ...{ agentId: more.agentId ?? null, expiresUtc: more.expiresUtc ?? null },
        }),
    };
  }

  return {
    ...service,
    demoSite: lookAt(url, template),
    ownDemoSite: ownSite(template),
    setClock(now) {
      aheadMs = now.getTime() - Date.now();
      return driver.setClock(now);
    },
    async makeSite({ name = 'Velo Works', timeZone = 'UTC', undeployed = [], isDemo = false, agents = [] } = {}) {
      const copyOf = isDemo ? template.siteId : null;
      const lists = { undeployed: [...undeployed], agents: [...agents] };
      return ownSite(await driver.makeSite({ name, timeZone, copyOf, ...lists }));
    },
    async remove() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function lookAt(url: string, { siteId, agentId, tokens: { readOnly, readOnlyAgent } }: Template): DemoSite {
  return {
    ...{ url, siteId, agentId, token: readOnly, tokens: { readOnly, readOnlyAgent } },
    call(method, resource, request) {
      if (method !== 'GET' && resource !== 'sessions')
        throw new Error(`${method} ${resource}: the demo site is only looked at; take a site of your own`);
      return call(url, readOnly, method, resource, request);
    },
  };
}

async function call(
  url: string,
  ownToken: string,
  method: string,
  resource: string,
  { token = ownToken, query = {}, body }: CallOptions = {},
): Promise<{ status: number; json: unknown }> {
  const search = new URLSearchParams({ resource, ...query });
  const response = await fetch(`${url}/v1/api.ashx?${search}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}
