import { parseJson, writeJson } from '#contract/json.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { createSite } from '#server/site/create-site.ts';
import { issueToken } from '#server/tokens/issue-token.ts';
import { startProgram, type Ended, type Setting } from './run-program.ts';
import { TEST_ACTOR } from './service.ts';

interface NodeCall {
  readonly token: string;
  readonly query?: Readonly<Record<string, string | number | bigint>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface NodeAnswer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- the shape of an answer is what tests find out
  readonly json: any;
}

/** A whole service in its own process, which tests may kill. */
export interface ServiceNode {
  readonly url: string;
  /** Rejects if the connection breaks before the answer is complete. */
  call(method: string, resource: string, options: NodeCall): Promise<NodeAnswer>;
  /** Sends SIGKILL and waits for the end of the process. */
  kill(): Promise<void>;
  /** Sends SIGTERM: it finishes its work and writes its pending counts. Answers its output. */
  stop(): Promise<Ended>;
}

/**
 * @param dist Folder of the dashboard
 * @param variables Environment besides PORT
 */
export async function startNode(dist: string, variables: Readonly<Record<string, string>>): Promise<ServiceNode> {
  const settings = { PORT: '0', LOG_LEVEL: 'error', ...variables };
  const program = startProgram('server/testing/serve.ts', [dist], settings);
  const found = await program.untilStderr(/running at (http:\/\/127\.0\.0\.1:\d+)\n/);
  const url = found[1] ?? '';
  return {
    url,
    async call(method, resource, { token, query = {}, body, headers = {} }) {
      const search = new URLSearchParams({ resource });
      for (const [name, value] of Object.entries(query)) search.set(name, String(value));
      const answer = await fetch(`${url}/v1/api.ashx?${search}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : writeJson(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, json: parseJson(text) };
    },
    async kill() {
      program.child.kill('SIGKILL');
      await program.ended;
    },
    async stop() {
      program.child.kill('SIGTERM');
      return program.ended;
    },
  };
}

/** A site and a token with all scopes, created before the nodes start. */
export async function makeNodeSite(
  setting: Setting,
  { rateLimitPerMin = 1_000_000 } = {},
): Promise<{ readonly siteId: bigint; readonly tokenId: bigint; readonly token: string }> {
  const database = await openDatabase(setting);
  try {
    const now = new Date();
    const site = await createSite(database.owner, { name: 'Under test' }, now);
    return { siteId: site.id, ...(await issueTestToken(database.owner, site.id, rateLimitPerMin, now)) };
  } finally {
    await database.close();
  }
}

/** One more token of the site: a killed node loses the calls that it had reserved from the rate limit of its token. */
export async function makeNodeToken(setting: Setting, siteId: bigint): Promise<string> {
  const database = await openDatabase(setting);
  try {
    return (await issueTestToken(database.owner, siteId, 1_000_000, new Date())).token;
  } finally {
    await database.close();
  }
}

function issueTestToken(owner: Parameters<typeof issueToken>[0], siteId: bigint, rateLimitPerMin: number, now: Date) {
  return issueToken(owner, siteId, { label: 'test', scopes: ['*'], rateLimitPerMin }, { actor: TEST_ACTOR, now });
}
