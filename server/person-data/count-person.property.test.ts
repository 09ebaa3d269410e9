import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { findPerson } from '#server/customers/person.ts';
import { keptAnswers } from '#server/http/idempotency.ts';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import type { TestSite } from '#server/testing/service.ts';
import { countPerson } from './count-person.ts';

const desk = new CustomerDesk();
beforeAll(desk.open);
afterAll(desk.close);

const PEOPLE = 3;
const who = fc.integer({ min: 0, max: PEOPLE - 1 });
const key = fc.integer({ min: 0, max: 2 });

/** Writes about people, who are numbered. */
const write = fc.oneof(
  fc.record({ kind: fc.constant('ticket' as const), who, by: fc.constantFrom('email', 'phone', 'both'), key }),
  fc.record({ kind: fc.constant('comment' as const), who, key }),
  fc.record({ kind: fc.constant('rating' as const), who }),
  fc.record({ kind: fc.constant('tag' as const), who, of: who }),
  fc.record({ kind: fc.constant('visitor' as const), who, key, by: fc.constantFrom('email', 'phone', 'both') }),
  fc.record({ kind: fc.constant('session' as const), who, key }),
  fc.record({ kind: fc.constant('handle' as const), who, key }),
  fc.record({ kind: fc.constant('message' as const), who, key }),
  fc.record({ kind: fc.constant('link' as const), who }),
  fc.record({ kind: fc.constant('note' as const), who }),
  fc.record({ kind: fc.constant('view' as const), who, by: fc.constantFrom('q', 'requester_email', 'tag') }),
  fc.record({ kind: fc.constant('merge' as const), who, of: who }),
);
type Write = typeof write extends fc.Arbitrary<infer Value> ? Value : never;

const emailOf = (n: number) => `person${n}@example.org`;
/** Each is a prefix of the next. */
const phoneOf = (n: number) => `1${'0'.repeat(n)}`;
const nameOf = (n: number) => `Person ${n}`;

test('a dry run counts exactly what an erasure deletes, and other people lose nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 4, maxLength: 24 }), who, async (writes, erased) => {
      const at = await desk.service.createSite();
      const ids: bigint[] = [];
      await desk.post('webhook_subscriptions', { url: 'https://example.org/', events: ['*'], include_pii: true }, at);
      for (let n = 0; n < PEOPLE; n += 1) {
        ids.push(await desk.customer({ email: emailOf(n), phone: phoneOf(n), display_name: nameOf(n) }, at));
      }
      for (const one of writes) await perform(at, ids, one);
      const before = await countAll(at, ids);
      const expected = before[erased];
      const id = ids[erased];
      const { identity } = await desk.get('customer', { identity_id: id ?? 0n }, at);
      const reply = await desk.post('customer_erase', { identity_id: id, confirm_email: identity.email }, at);
      const [row] = await desk.service.database.owner.query<{ changes: { field: string; to: number }[] }>(sql`
        select changes from audit_log where site_id = ${at.site.id} and action = 'person.erase'`);
      expect(Object.fromEntries((row?.changes ?? []).map(({ field, to }) => [field, to]))).toEqual(expected);
      expect(reply).toMatchObject({
        csat: expected?.ratings,
        webhook_bodies: expected?.webhook_bodies,
        kept_answers: expected?.kept_answers,
      });
      const after = await countAll(at, ids);
      for (const [n, counts] of before.entries()) {
        // Rows that two people shared may belong to only one of them now.
        const shared = { tags: expect.any(Number), saved_views: expect.any(Number) };
        if (ids[n] !== id) expect(after[n]).toEqual({ ...counts, ...shared });
      }
    }),
    { numRuns: 12 },
  );
});

async function countAll(at: TestSite, ids: readonly bigint[]) {
  const db = desk.service.database.forSite(at.site.id);
  const counts = [];
  for (const id of ids) {
    const person = await findPerson(db, at.site, id);
    counts.push(person === null ? null : await countPerson(db, at.site, person, keptAnswers));
  }
  return counts;
}

async function perform(at: TestSite, ids: bigint[], one: Write): Promise<void> {
  const { token } = at;
  const id = ids[one.who] ?? 0n;
  const email = emailOf(one.who);
  const phone = phoneOf(one.who);
  const contact = (by: string) => ({ ...(by === 'phone' ? {} : { email }), ...(by === 'email' ? {} : { phone }) });
  const send = (method: string, resource: string, body: object, headers = {}) =>
    desk.service.call(method, resource, { token, body, headers });
  const tickets = async () =>
    (await desk.service.call('GET', 'tickets', { token, query: { limit: 200 } })).json.items.filter(
      (ticket: { requester_email: string | null }) => ticket.requester_email === email,
    );
  if (one.kind === 'ticket') {
    const { email: requester_email, phone: requester_phone } = contact(one.by);
    const body = { subject: 'Bell', requester_email, requester_phone, requester_name: nameOf(one.who) };
    await send('POST', 'tickets', body, { 'idempotency-key': `${one.who} ${one.by} ${one.key}` });
  } else if (one.kind === 'comment') {
    const [ticket] = await tickets();
    const headers = { 'idempotency-key': `${one.who} ${one.key}` };
    if (ticket !== undefined) await send('POST', 'ticket_comments', { ticket_id: ticket.id, body: 'Hello' }, headers);
  } else if (one.kind === 'rating') {
    const [ticket] = await tickets();
    const item = { kind: 'csat', ticket_id: ticket?.id, score: 4 };
    if (ticket !== undefined) await send('POST', 'ingest', { items: [item] });
  } else if (one.kind === 'tag') {
    const [ticket] = await tickets();
    if (ticket !== undefined) await send('PATCH', 'ticket', { id: ticket.id, tags: nameOf(one.of) });
  } else if (one.kind === 'visitor') {
    await send('POST', 'visitors', { visitor_key: `v${one.who} ${one.key}`, ...contact(one.by) });
    await send('POST', 'track', { visitor_key: `v${one.who} ${one.key}`, event: 'opened' });
  } else if (one.kind === 'session') {
    const [ticket] = await tickets();
    const to = ticket === undefined ? { visitor_key: `v${one.who} ${one.key}` } : { ticket_id: ticket.id };
    const session_id = `${one.who} ${one.key}`;
    await send('POST', 'ingest', { items: [{ kind: 'handoff', session_id, reason: 'asks' }] });
    const said = { messages: [{ role: 'visitor', text: 'Hello' }] };
    await send('POST', 'ingest', { items: [{ kind: 'transcript', session_id, ...to, ...said }] });
  } else if (one.kind === 'handle') {
    await send('POST', 'bind_channel', { identity_id: id, channel: 'sms', external_user_id: `h${one.key}` });
  } else if (one.kind === 'message') {
    for (const external_user_id of [`h${one.key}`, phone]) {
      const item = { kind: 'message', channel: 'sms', direction: 'in', external_user_id, text: 'Hello' };
      await send('POST', 'ingest', { items: [item] });
    }
  } else if (one.kind === 'link') {
    await send('POST', 'portal_token', { requester_email: email }, { 'idempotency-key': `link ${one.who}` });
  } else if (one.kind === 'note') {
    await send('POST', 'customer_notes', { identity_id: id, body: 'Note' });
  } else if (one.kind === 'view') {
    const value = one.by === 'tag' ? nameOf(one.who) : email;
    await send('POST', 'saved_views', { name: 'View', query: { [one.by]: value } });
  } else {
    const other = ids[one.of] ?? 0n;
    const merge = await send('POST', 'customer_merges', { survivor_id: id, merged_id: other });
    if (merge.status === 200) for (const [n, known] of ids.entries()) if (known === other) ids[n] = id;
  }
}
