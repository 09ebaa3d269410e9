import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
/** How long a node that heard nothing of a revocation may still take the token for good. */
const LAG_MS = 1_000;
const READS_A_WAVE = 100;

/** `here` revokes; `there` hears nothing of it, as where a notice is lost. */
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
  /** Null before the revocation was answered, else how long after it the read began. */
  readonly sinceMs: number | null;
  readonly status: Promise<number>;
}

test('a token that is revoked during 1,000 parallel reads: none that begins a second later is answered, and here none at all', async () => {
  const victim = await here.issueToken(own.site, { rateLimitPerMin: 100_000 });
  const session: string = (await here.call('POST', 'sessions', { token: victim.token, body: {} })).json.data.token;
  const nodes = { here, there };
  const reads: Read[] = [];
  let sinceMs: number | null = null;
  /** Begins reads on both nodes, by the token and by its session, and waits for none of them. */
  const wave = async () => {
    for (let n = 0; n < READS_A_WAVE; n += 1) {
      const node = n % 2 === 0 ? 'here' : 'there';
      const token = n % 4 < 2 ? victim.token : session;
      // Most need no database, or a thousand at once would be refused before they are read.
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
  // Look-ups of many at once may find the database busy, which opens nothing either.
  expect(answers.filter(({ status }) => ![200, 401, 503].includes(status))).toEqual([]);
  const good = answers.filter(({ status }) => status === 200);
  expect(good.length).toBeGreaterThan(0);
  expect(good.filter(({ node, sinceMs }) => sinceMs !== null && (node === 'here' || sinceMs >= LAG_MS))).toEqual([]);
});
