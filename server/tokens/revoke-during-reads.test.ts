import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
/** How long a node that was not notified may still accept a revoked token. */
const LAG_MS = 1_000;
const READS_A_WAVE = 100;

/** `here` revokes; `there` is not notified, as if the notification were lost. */
let here: TestService;
let there: TestService;
let own: TestSite;

beforeEach(async () => {
  here = await startTestService({ now: NOW });
  there = await startTestService({ now: NOW, emptyFirst: false });
  own = await here.createSite();
});
afterEach(async () => {
  await there.close();
  await here.close();
});

interface Read {
  readonly node: 'here' | 'there';
  /** Time between the answer to the revocation and the start of the read; null for earlier reads. */
  readonly sinceMs: number | null;
  readonly status: Promise<number>;
}

test('a token is revoked during 1,000 parallel reads: the revoking node refuses later reads at once, the other node after a second', async () => {
  const victim = await here.issueToken(own.site, { rateLimitPerMin: 100_000 });
  const session: string = (await here.call('POST', 'sessions', { token: victim.token, body: {} })).json.data.token;
  const nodes = { here, there };
  const reads: Read[] = [];
  let sinceMs: number | null = null;
  /** Starts reads on both nodes, with the token and its session, without waiting for them. */
  const wave = async () => {
    for (let n = 0; n < READS_A_WAVE; n += 1) {
      const node = n % 2 === 0 ? 'here' : 'there';
      const token = n % 4 < 2 ? victim.token : session;
      // Most of them need no database, as the service would refuse a thousand concurrent queries.
      const resource = n % 50 < 2 ? 'tickets' : 'whoami';
      const status = nodes[node].call('GET', resource, { token }).then((answer) => answer.status);
      reads.push({ node, sinceMs, status });
    }
    await setImmediate();
  };
  const wait = (ms: number) => {
    for (const { clock } of [here, there]) clock.advance(ms);
    sinceMs = (sinceMs ?? 0) + ms;
  };

  for (const node of [here, there]) {
    for (const token of [victim.token, session, own.token]) expectSuccess(await node.call('GET', 'whoami', { token }));
  }
  for (let n = 0; n < 3; n += 1) await wave();
  const revoked = here.call('DELETE', 'api_tokens', { token: own.token, query: { id: String(victim.tokenId) } });
  for (let n = 0; n < 2; n += 1) await wave();
  expectSuccess(await revoked);
  wait(0);
  await wave();
  wait(LAG_MS / 2);
  await wave();
  wait(LAG_MS / 2 - 1);
  await wave();
  wait(1);
  await wave();
  wait(1);
  await wave();

  expect(reads).toHaveLength(1_000);
  const answers = await Promise.all(reads.map(async ({ status, ...read }) => ({ ...read, status: await status })));
  // Many concurrent look-ups may find the database busy: a 503 grants nothing either.
  expect(answers.filter(({ status }) => ![200, 401, 503].includes(status))).toEqual([]);
  const good = answers.filter(({ status }) => status === 200);
  expect(good.length).toBeGreaterThan(0);
  expect(good.filter(({ node, sinceMs }) => sinceMs !== null && (node === 'here' || sinceMs >= LAG_MS))).toEqual([]);
});
