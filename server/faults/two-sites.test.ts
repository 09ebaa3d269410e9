import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { completionOf, sendCompletion, startFakeProvider, type FakeProvider } from '#server/testing/fake-provider.ts';
import { startReceiver, type Receiver } from '#server/testing/receiver.ts';
import { SAMPLE_PRICES } from '#server/testing/sample-calls.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

/** Another site's calls while one misbehaves. */
const CALLS = inject('trials') === 'long' ? 20 : 2;
const NOW = '2026-11-20T14:30:00.000Z';

let service: TestService;
let own: TestSite;
let other: TestSite;
let provider: FakeProvider;
let receiver: Receiver;

beforeEach(async () => {
  [provider, receiver] = [await startFakeProvider(), await startReceiver()];
  const config = { aiProviderBaseUrl: provider.baseUrl, aiPrices: SAMPLE_PRICES, webhookAllowPrivate: true };
  service = await startTestService({ now: NOW, config });
  [own, other] = [await service.createSite(), await service.createSite()];
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

/** A way to misbehave: how to begin, how many pieces of it there are, and a call of another site that shares the place. */
interface Place {
  readonly name: string;
  /** Resolves once the place is taken, with how many pieces have ended and with what ends all of them. */
  misbehave(): Promise<{ readonly ended: () => number; finish(): Promise<void> }>;
  /** Pieces that may have ended before the other site is answered, whatever the machine. */
  readonly mayHaveEnded: number;
  call(): Promise<void>;
}

/** Answers how many have ended so far. */
function countEnded(work: readonly Promise<unknown>[]): () => number {
  let ended = 0;
  for (const one of work) void one.then(() => (ended += 1));
  return () => ended;
}

const PLACES: readonly Place[] = [
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
          // On a busy machine some of them wait too long for the database before they come to the provider.
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
      const run = service.app.deliverer?.runDue(service.clock.now());
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
      void service.app.deliverer?.runDue(service.clock.now());
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
        select ${id}, next_id(${id}), next_ticket_number(${id}), 'Many', 'open', 'normal', 'web', ${NOW}, ${NOW}, 'many'
        from generate_series(1, 600)`);
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
];

test.each(PLACES)("$name of one site: another site's call is answered before them", async (place) => {
  // Its token is known by then.
  expectSuccess(await list(other));
  const { ended, finish } = await place.misbehave();
  for (let n = 0; n < CALLS; n += 1) {
    await place.call();
    if (n === 0) expect(ended()).toBeLessThanOrEqual(place.mayHaveEnded);
  }
  await finish();
});
