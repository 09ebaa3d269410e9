import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { completionOf, sendCompletion, startFakeProvider, type FakeProvider } from '#server/testing/fake-provider.ts';
import { startReceiver, type Receiver } from '#server/testing/receiver.ts';
import { SAMPLE_PRICES } from '#server/testing/sample-calls.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { newToken } from '#server/tokens/token-format.ts';

/** Another site's calls while one misbehaves. */
const WARM_UP = 8;
const CALLS = inject('trials') === 'long' ? 20 : 2;
const NOW = '2026-11-20T14:30:00.000Z';

let service: TestService;
let own: TestSite;
let other: TestSite;
let provider: FakeProvider;
let receiver: Receiver;
let port: number;

beforeEach(async () => {
  [provider, receiver] = [await startFakeProvider(), await startReceiver()];
  const config = {
    aiProviderBaseUrl: provider.baseUrl,
    aiPrices: SAMPLE_PRICES,
    webhookAllowPrivate: true,
    trustProxy: 1,
  };
  service = await startTestService({ now: NOW, config });
  [own, other] = [await service.createSite(), await service.createSite()];
  port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port);
});

afterEach(async () => {
  await service.close();
  await provider.close();
  await receiver.close();
});

const post = (site: TestSite, resource: string, body: object) =>
  service.call('POST', resource, { token: site.token, body });
const ask = (site: TestSite) => post(site, 'ai_copilot', { transcript: 'Hello?', provider_api_key: 'a-key' });
const list = (site: TestSite) => service.call('GET', 'tickets', { token: site.token, query: { limit: 1 } });
const readLong = (site: TestSite) =>
  service.call('GET', 'transcripts', { token: site.token, query: { sessionId: 'long' } });

/** A call over a socket; the test sends or reads it step by step. */
function open(method: string, resource: string, headers: Readonly<Record<string, string>>): ClientRequest {
  const call = request({
    ...{ host: '127.0.0.1', port, method, path: `/v1/api.ashx?resource=${resource}` },
    headers: { authorization: `Bearer ${own.token}`, ...headers },
  });
  // The test itself closes the socket.
  return call.on('error', () => undefined);
}

/** A conversation with texts of the maximum length. */
async function insertLongSession({ site }: TestSite, messages: number): Promise<void> {
  const { owner } = service.database;
  await owner.query(sql`
    insert into chat_session (site_id, id, session_id, channel, started_utc, message_count)
    values (${site.id}, 1, 'long', 'web', ${NOW}, ${messages})`);
  await owner.query(sql`
    insert into chat_message (site_id, id, session_id, role, text, created_utc)
    select ${site.id}, n, 'long', 'visitor', repeat('x', 20000), ${NOW} from generate_series(1, ${messages}::integer) n`);
}

/** A kind of misbehaviour, and a call of another site that needs the same resource. */
interface Abuse {
  readonly name: string;
  /** Resolves once the resource is in use. `ended` counts the requests that have ended; `finish` ends all of them. */
  misbehave(): Promise<{ readonly ended: () => number; finish(): Promise<void> }>;
  /** How many requests may end before the other site is answered, on any machine. */
  readonly mayHaveEnded: number;
  call(): Promise<void>;
}

/** Tokens of the other site that the service has not seen yet. */
let freshTokens: { readonly token: string }[] = [];

/** Returns a counter of the requests that have ended. */
function countEnded(work: readonly Promise<unknown>[]): () => number {
  let ended = 0;
  for (const one of work) void one.then(() => (ended += 1));
  return () => ended;
}

const ABUSES: readonly Abuse[] = [
  {
    name: '80 copilot calls to a provider that hangs',
    mayHaveEnded: 0,
    async misbehave() {
      const held: (() => void)[] = [];
      const full = Promise.withResolvers<void>();
      const isOwn = () => held.length < 32;
      provider.behave = (response) => {
        const answer = () => sendCompletion(response, completionOf('there'));
        if (!isOwn()) return answer();
        held.push(answer);
        if (!isOwn()) full.resolve();
      };
      const calls = Array.from({ length: 80 }, () => ask(own));
      await full.promise;
      return {
        ended: () => 32 - held.length,
        async finish() {
          for (const answer of held) answer();
          // On a busy machine some of them time out at the database before they reach the provider.
          const answers = await Promise.all(calls);
          expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(32);
        },
      };
    },
    call: async () => expectSuccess(await ask(other)),
  },
  {
    name: '12 webhook endpoints that hang, with ten events each',
    mayHaveEnded: 0,
    async misbehave() {
      const healthy = `${receiver.url}/healthy`;
      const held: (() => void)[] = [];
      receiver.answer((response, { path }) => {
        if (path.endsWith('/healthy')) response.end();
        else held.push(() => response.end());
      });
      expectSuccess(await post(other, 'webhook_subscriptions', { url: healthy, events: ['ticket.created'] }));
      for (let n = 0; n < 12; n += 1) {
        const body = { url: `${receiver.url}/${n}`, events: ['ticket.created'] };
        expectSuccess(await post(own, 'webhook_subscriptions', body));
      }
      for (let n = 0; n < 10; n += 1) expectSuccess(await post(own, 'tickets', { subject: 'Many' }));
      const run = service.app.deliverer?.runDue();
      await receiver.untilReceived(32);
      return {
        ended: () => 32 - held.length,
        async finish() {
          receiver.answer(200);
          for (const end of held) end();
          await run;
        },
      };
    },
    async call() {
      const before = receiver.received.length;
      expectSuccess(await post(other, 'tickets', { subject: 'One' }));
      void service.app.deliverer?.runDue();
      await receiver.untilReceived(before + 1);
    },
  },
  {
    name: '12 reports over 400 days',
    mayHaveEnded: 6,
    async misbehave() {
      await service.database.owner.query(sql`
        insert into ai_call (site_id, id, created_utc, feature, model, status, input_tokens, output_tokens, cost_usd,
          is_priced, latency_ms, cache_hit)
        select ${own.site.id}, 1000000 + n, ${NOW}::timestamptz - n * interval '1 minute', 'copilot', 'small', 'ok', 10, 10, 0.01,
          true, n, false from generate_series(1, 3000) n`);
      const query = 'report=usage&group_by=ticket&from=2025-10-20&to=2026-11-21';
      const reports = Array.from({ length: 12 }, () => service.call('GET', 'ai_reports', { token: own.token, query }));
      return {
        ended: countEnded(reports),
        finish: async () => (await Promise.all(reports)).forEach((answer) => expectSuccess(answer)),
      };
    },
    call: async () => expectSuccess(await list(other)),
  },
  {
    name: 'an undo of 600 tickets',
    mayHaveEnded: 0,
    async misbehave() {
      const { id } = own.site;
      await service.database.owner.query(sql`
        insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc, search_text)
        select ${id}, 1000000 + n, 1000000 + n, 'Many', 'open', 'normal', 'web', ${NOW}, ${NOW}, 'many'
        from generate_series(1, 600) n`);
      const done = await post(own, 'tickets_bulk', { filter: { q: 'many' }, patch: { priority: 'high' } });
      const undo = [post(own, 'tickets_undo', { undo_token: done.json.data.undo_token })];
      return {
        ended: countEnded(undo),
        async finish() {
          expect((await undo[0])?.json.data).toMatchObject({ total: 600, changed: 600 });
        },
      };
    },
    call: async () => expectSuccess(await list(other)),
  },
  {
    name: 'five copilot calls in a row that fail',
    mayHaveEnded: 0,
    async misbehave() {
      provider.behave = (response) => sendCompletion(response, { error: 'down' }, 503);
      for (let n = 0; n < 5; n += 1) expectError(await ask(own), 'copilot_failed');
      provider.behave = (response) => sendCompletion(response, completionOf('back'));
      return {
        // All calls have ended and the provider works again: only this site still has it blocked.
        ended: () => 0,
        finish: async () => expectError(await ask(own), 'copilot_failed'),
      };
    },
    call: async () => expectSuccess(await ask(other)),
  },
  {
    name: '40 files that are never sent to their end',
    mayHaveEnded: 0,
    async misbehave() {
      const headers = { 'content-type': 'text/csv', 'content-length': '16777216' };
      const senders = Array.from({ length: 40 }, () => open('POST', 'bind_channels_bulk', headers));
      const refused: number[] = [];
      const full = Promise.withResolvers<void>();
      for (const sender of senders) {
        sender.on('response', ({ statusCode = 0 }) => {
          refused.push(statusCode);
          if (refused.length === 16) full.resolve();
        });
        sender.write('channel,external_user_id,email\n');
      }
      await full.promise;
      expect(new Set(refused)).toEqual(new Set([503]));
      return {
        ended: () => refused.length - 16,
        finish: async () => senders.forEach((sender) => sender.destroy()),
      };
    },
    async call() {
      const body = 'channel,external_user_id,email\nsms,1,a@example.org\n';
      const headers = { 'content-type': 'text/csv' };
      expectSuccess(await service.call('POST', 'bind_channels_bulk', { token: other.token, body, headers }));
    },
  },
  {
    name: 'eight large answers that no one reads',
    mayHaveEnded: 0,
    async misbehave() {
      await insertLongSession(own, 600);
      await insertLongSession(other, 30);
      const readers = Array.from({ length: 8 }, () => open('GET', 'transcripts&sessionId=long', {}).end());
      const answers = await Promise.all(
        readers.map(async (reader) => ((await once(reader, 'response')) as [IncomingMessage])[0]),
      );
      for (const { statusCode } of answers) expect(statusCode).toBe(200);
      return {
        ended: () => answers.filter(({ complete }) => complete).length,
        async finish() {
          // All places are in use, as this site's next answer shows.
          expectError(await readLong(own), 'overloaded');
          for (const reader of readers) reader.destroy();
        },
      };
    },
    call: async () => expect((await readLong(other)).text.length).toBeGreaterThan(30 * 20_000),
  },
  {
    name: '200 reads of the metrics, and as many of /readyz, at once',
    // All wait for the same statement, which may be the first to finish.
    mayHaveEnded: 400,
    async misbehave() {
      const asked = vi.spyOn(service.database.unbound, 'query');
      const reads = Array.from({ length: 400 }, (_, n) => service.app.inject(n % 2 === 0 ? '/metrics' : '/readyz'));
      return {
        ended: countEnded(reads),
        async finish() {
          for (const { statusCode } of await Promise.all(reads)) expect(statusCode).toBe(200);
          // One query of each kind for all, if the machine does not spread them over several seconds.
          expect(asked.mock.calls.length).toBeLessThan(20);
          asked.mockRestore();
        },
      };
    },
    call: async () => expectSuccess(await list(other)),
  },
  {
    name: '200 calls with invented tokens from one network',
    // The other site takes turns with them and its answer takes a while, but it never waits for all of them.
    mayHaveEnded: 100,
    async misbehave() {
      const headers = { 'x-forwarded-for': '198.51.100.7' };
      freshTokens = await Promise.all(Array.from({ length: CALLS + WARM_UP }, () => service.issueToken(other.site)));
      // Opening a connection takes as long as many look-ups.
      await Promise.all(Array.from({ length: WARM_UP }, () => this.call()));
      const calls = Array.from({ length: 200 }, () =>
        service.call('GET', 'whoami', { token: newToken('sck', own.site.id), headers }),
      );
      return {
        ended: countEnded(calls),
        async finish() {
          const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
          expect(statuses).toEqual(new Set([401, 429]));
        },
      };
    },
    async call() {
      const { token } = freshTokens.pop() ?? {};
      const headers = { 'x-forwarded-for': '203.0.113.9' };
      expectSuccess(await service.call('GET', 'whoami', { token, headers }));
    },
  },
];

test.each(ABUSES)("$name of one site: another site's call is answered before them", async (abuse) => {
  // The service knows its token from here on.
  expectSuccess(await list(other));
  const { ended, finish } = await abuse.misbehave();
  for (let n = 0; n < CALLS; n += 1) {
    await abuse.call();
    if (n === 0) expect(ended()).toBeLessThanOrEqual(abuse.mayHaveEnded);
  }
  await finish();
});
