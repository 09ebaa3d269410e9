import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { foldCounters } from '#server/counters/fold-counters.ts';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import type { TestAnswer, TestSite } from '#server/testing/service.ts';

const desk = new CustomerDesk();
beforeAll(desk.open);
afterAll(desk.close);

const PEOPLE = 4;
const who = fc.integer({ min: 0, max: PEOPLE - 1 });
const handle = fc.record({ channel: fc.constantFrom('sms', 'email'), name: fc.integer({ min: 0, max: 3 }) });
type Handle = typeof handle extends fc.Arbitrary<infer Value> ? Value : never;

/** Adds, moves and removes handles. A number past the last names nothing. */
const deed = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('bind' as const), who, handle }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unbind' as const), handle }) },
  fc.record({ kind: fc.constant('import' as const), rows: fc.array(fc.record({ who, handle }), { maxLength: 5 }) }),
  fc.record({ kind: fc.constant('undo import' as const) }),
  fc.record({ kind: fc.constant('merge' as const), who, of: who }),
  fc.record({ kind: fc.constant('undo merge' as const) }),
  fc.record({ kind: fc.constant('block' as const), who }),
  fc.record({ kind: fc.constant('erase' as const), who }),
  fc.record({ kind: fc.constant('fold' as const) }),
);
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

test('whatever is done to handles, alone or two at once, lists count the customers of a channel as they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(deed, fc.option(deed)), { minLength: 1, maxLength: 10 }), async (pairs) => {
      const at = await desk.service.createSite();
      for (let n = 0; n < PEOPLE; n += 1) await desk.ticket(emailOf(n), {}, at);
      for (const pair of pairs) {
        await Promise.all(pair.map((one) => happen(at, one)));
        expect(await listed(at)).toEqual(await recounted(at));
      }
      await desk.service.database.owner.query(sql`delete from site where id = ${at.site.id}`);
      const left = sql`select channel from customer_channel where site_id = ${at.site.id}`;
      expect(await desk.service.database.owner.query(left)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

const emailOf = (n: number) => `person.${n}@example.org`;
const keyOf = ({ channel, name }: Handle) => ({
  channel,
  external_user_id: channel === 'sms' ? `+4930123${name}` : emailOf(name),
});

/** Some are refused, such as a merge of one with themselves; none fails. */
async function happen(at: TestSite, one: Deed | null): Promise<void> {
  if (one === null) return;
  const answer = await answerOf(at, one);
  if (answer !== null) expect(answer.status, answer.text).toBeLessThan(500);
}

async function answerOf(at: TestSite, one: Deed): Promise<TestAnswer | null> {
  const { call, database } = desk.service;
  switch (one.kind) {
    case 'bind':
      return desk.send('POST', 'bind_channel', { ...keyOf(one.handle), email: emailOf(one.who) }, at);
    case 'unbind':
      return call('DELETE', 'bind_channel', { token: at.token, query: keyOf(one.handle) });
    case 'import': {
      const rows = one.rows.map(({ who, handle }) => {
        const { channel, external_user_id } = keyOf(handle);
        return `${channel},${external_user_id},${emailOf(who)}`;
      });
      const body = ['channel,external_user_id,email', ...rows].join('\n');
      const headers = { 'content-type': 'text/csv' };
      return call('POST', 'bind_channels_bulk', { token: at.token, query: { rows: 1 }, headers, body });
    }
    case 'undo import': {
      const [newest] = await database.owner.query<{ id: bigint }>(
        sql`select id from bind_job where site_id = ${at.site.id} order by id desc limit 1`,
      );
      return desk.send('POST', 'bind_jobs', { action: 'undo', id: newest?.id ?? 1n }, at);
    }
    case 'merge': {
      const [survivor_id, merged_id] = [await idOf(at, one.who), await idOf(at, one.of)];
      return desk.send('POST', 'customer_merges', { survivor_id, merged_id }, at);
    }
    case 'undo merge': {
      const [newest] = await database.owner.query<{ id: bigint }>(
        sql`select id from customer_merge where site_id = ${at.site.id} order by id desc limit 1`,
      );
      return desk.send('POST', 'customer_merges', { action: 'undo', id: newest?.id ?? 1n }, at);
    }
    case 'block':
      return desk.send('PATCH', 'customer', { id: await idOf(at, one.who), blocked: true }, at);
    case 'erase':
      return desk.send(
        'POST',
        'customer_erase',
        { identity_id: await idOf(at, one.who), confirm_email: emailOf(one.who) },
        at,
      );
    case 'fold':
      await foldCounters(database.owner);
      return null;
  }
}

async function idOf(at: TestSite, n: number): Promise<bigint> {
  const { json } = await desk.service.call('GET', 'customer', { token: at.token, query: { email: emailOf(n) } });
  return BigInt(json.data?.identity?.id ?? 1);
}

/** The lists of each channel, with the customers who have none. */
async function listed(at: TestSite): Promise<object[]> {
  const totals = [];
  for (const channel of ['sms', 'email']) {
    const total = async (query: Record<string, string>) => {
      // One row, so that the total is not known from the page.
      const options = { token: at.token, query: { ...query, limit: 1 } };
      return (await desk.service.call('GET', 'customer_identities', options)).json.total_count;
    };
    totals.push({ channel, having: await total({ channel }), without: await total({ without_channel: channel }) });
  }
  return totals;
}

async function recounted({ site }: TestSite): Promise<object[]> {
  return desk.service.database.owner.query(sql`
    select k.channel, (count(*) filter (where b.has))::integer as having, (count(*) filter (where not b.has))::integer as without
    from unnest('{sms,email}'::text[]) with ordinality k (channel, position)
    left join lateral (
      select exists (select from channel_binding b where b.site_id = c.site_id and b.identity_id = c.id and b.channel = k.channel)
        as has
      from customer_identity c where c.site_id = ${site.id}
    ) b on true
    group by k.channel, k.position order by k.position`);
}
