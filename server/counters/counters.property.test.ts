import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { foldCounters } from './fold-counters.ts';
import { findWrongCounters } from '#server/admin/recount.ts';
import { sendPortal } from '#server/testing/portal-calls.ts';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import type { TestAnswer, TestSite } from '#server/testing/service.ts';

const desk = new CustomerDesk();
beforeAll(desk.open);
afterAll(desk.close);

const PEOPLE = 4;
const who = fc.integer({ min: 0, max: PEOPLE - 1 });
const handle = fc.record({ channel: fc.constantFrom('sms', 'email'), name: fc.integer({ min: 0, max: 3 }) });
type Handle = typeof handle extends fc.Arbitrary<infer Value> ? Value : never;

const tag = fc.constantFrom('vip', 'Late', 'new');
/** Random operations. Numbers past the last row refer to nothing. */
const deed = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ticket' as const), who, tag }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), which: who, patch: ticketPatch() }) },
  fc.record({ kind: fc.constant('bulk' as const), patch: bulkPatch() }),
  fc.record({ kind: fc.constant('undo bulk' as const) }),
  fc.record({ kind: fc.constant('rename tag' as const), tag, to: tag }),
  fc.record({ kind: fc.constant('remove tag' as const), tag }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('message' as const),
      which: who,
      channel: fc.constantFrom('sms', 'web'),
      direction: fc.constantFrom('in', 'out'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('bind' as const), who, handle }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unbind' as const), handle }) },
  fc.record({ kind: fc.constant('import' as const), rows: fc.array(fc.record({ who, handle }), { maxLength: 5 }) }),
  fc.record({ kind: fc.constant('undo import' as const) }),
  fc.record({ kind: fc.constant('customer' as const), who, phone: fc.constantFrom('+4930555', null) }),
  fc.record({ kind: fc.constant('merge' as const), who, of: who }),
  fc.record({ kind: fc.constant('undo merge' as const) }),
  fc.record({ kind: fc.constant('erase' as const), who }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('link' as const), who }) },
  fc.record({ kind: fc.constant('open link' as const) }),
  fc.record({ kind: fc.constant('revoke links' as const), who }),
  fc.record({ kind: fc.constant('fold' as const) }),
);
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

function ticketPatch() {
  return fc.record({
    status: fc.constantFrom('open', 'pending', 'resolved'),
    priority: fc.constantFrom('low', 'urgent'),
    tags: fc.constantFrom('', 'vip', 'Late,new'),
  });
}

function bulkPatch() {
  return fc.record({ status: fc.constantFrom('open', 'closed'), add_tags: fc.array(tag, { maxLength: 2 }) });
}

test('after any operations, sequential or two at once, every counter equals its rows', async () => {
  const { owner } = desk.service.database;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(deed, fc.option(deed)), { minLength: 4, maxLength: 16 }), async (pairs) => {
      const at = { ...(await desk.service.createSite()), undo: '', link: '' };
      for (let n = 0; n < PEOPLE; n += 1) await desk.ticket(emailOf(n), {}, at);
      for (const pair of pairs) {
        await Promise.all(pair.map((one) => happen(at, one)));
        expect(await findWrongCounters(owner, at.site.id), JSON.stringify(pair)).toEqual([]);
      }
    }),
    { numRuns: 15 },
  );
});

/** A site with the newest undo token and portal link. */
type Desk = TestSite & { undo: string; link: string };

const emailOf = (n: number) => `person.${n}@example.org`;
const keyOf = ({ channel, name }: Handle) => ({
  channel,
  external_user_id: channel === 'sms' ? `+4930123${name}` : emailOf(name),
});

/** Some are refused, such as a merge of a customer with itself; none fails. */
async function happen(at: Desk, one: Deed | null): Promise<void> {
  if (one === null) return;
  const answer = await answerOf(at, one);
  if (answer !== null) expect(answer.status, answer.text).toBeLessThan(500);
}

async function answerOf(at: Desk, one: Deed): Promise<TestAnswer | null> {
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
    case 'ticket':
      return desk.send(
        'POST',
        'tickets',
        { subject: 'Bell', requester_email: emailOf(one.who), channel: 'sms', initial_comment: 'Hello', tags: one.tag },
        at,
      );
    case 'change':
      return desk.send('PATCH', 'ticket', { id: await ticketOf(at, one.which), ...one.patch }, at);
    case 'bulk': {
      const answer = await desk.send('POST', 'tickets_bulk', { filter: {}, patch: one.patch }, at);
      at.undo = answer.json.data?.undo_token ?? at.undo;
      return answer;
    }
    case 'undo bulk':
      return desk.send('POST', 'tickets_undo', { undo_token: at.undo }, at);
    case 'rename tag':
      return desk.send('PATCH', 'tags', { id: await tagOf(at, one.tag), name: one.to }, at);
    case 'remove tag':
      return call('DELETE', 'tags', { token: at.token, query: { id: await tagOf(at, one.tag) } });
    case 'message': {
      // A message with the same id replaces the first, here at another hour.
      const created_utc = `2026-11-20T0${one.which}:00:00Z`;
      const { channel, direction } = one;
      const item = { kind: 'message', channel, direction, external_user_id: '+4930', text: 'Hi' };
      return desk.send('POST', 'ingest', { items: [{ ...item, external_id: `m${one.which % 2}`, created_utc }] }, at);
    }
    case 'customer':
      return desk.send('PATCH', 'customer', { id: await idOf(at, one.who), phone: one.phone }, at);
    case 'link': {
      const answer = await desk.send('POST', 'portal_token', { requester_email: emailOf(one.who) }, at);
      at.link = answer.json.data?.token ?? at.link;
      return answer;
    }
    case 'open link':
      await sendPortal(desk.service, 'session', { token: at.link });
      return null;
    case 'revoke links':
      return desk.send('POST', 'portal_tokens', { action: 'revoke', requester_email: emailOf(one.who) }, at);
    case 'erase':
      return desk.send(
        'POST',
        'customer_erase',
        { identity_id: await idOf(at, one.who), confirm_email: emailOf(one.who) },
        at,
      );
    case 'fold':
      await foldCounters(database.forSite(at.site.id), at.site.id);
      return null;
  }
}

async function ticketOf(at: Desk, n: number): Promise<bigint> {
  const { json } = await desk.service.call('GET', 'tickets', {
    token: at.token,
    query: { limit: 1, skip: n, dir: 'asc' },
  });
  return BigInt(json.items[0]?.id ?? 1);
}

async function tagOf(at: Desk, name: string): Promise<string> {
  const { json } = await desk.service.call('GET', 'tags', { token: at.token });
  const tags: { id: number; name: string }[] = json.data.items;
  return String(tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase())?.id ?? 1);
}

async function idOf(at: Desk, n: number): Promise<bigint> {
  const { json } = await desk.service.call('GET', 'customer', { token: at.token, query: { email: emailOf(n) } });
  return BigInt(json.data?.identity?.id ?? 1);
}
