import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import type { TestSite } from '#server/testing/service.ts';

const desk = new CustomerDesk();
beforeAll(desk.open);
afterAll(desk.close);

const PEOPLE = 4;
const who = fc.integer({ min: 0, max: PEOPLE - 1 });

/** Changes to customers, which are numbered. */
const change = fc.oneof(
  fc.record({ kind: fc.constant('ticket' as const), who, phone: fc.boolean() }),
  fc.record({ kind: fc.constant('handle' as const), who, name: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant('own handle' as const), who, of: who }),
  fc.record({ kind: fc.constant('note' as const), who }),
  fc.record({ kind: fc.constant('visitor' as const), who, key: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ kind: fc.constant('session' as const), who, key: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ kind: fc.constant('link' as const), who }),
  fc.record({ kind: fc.constant('block' as const), who }),
  fc.record({ kind: fc.constant('two people' as const), who, of: who }),
);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

const merge = fc.record({
  survivor: who,
  merged: who,
  isUndone: fc.boolean(),
  then: fc.array(change, { maxLength: 2 }),
});

test('a dry run predicts the merge, and an undo restores everything', async () => {
  const site = fc.record({
    contacts: fc.array(fc.record({ phone: fc.boolean(), name: fc.boolean(), email: fc.boolean() }), {
      minLength: PEOPLE,
      maxLength: PEOPLE,
    }),
    changes: fc.array(change, { maxLength: 14 }),
    merges: fc.array(merge, { minLength: 1, maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(site, async ({ contacts, changes, merges }) => {
      const at = await desk.service.createSite();
      const ids: bigint[] = [];
      for (const [n, contact] of contacts.entries())
        ids.push(
          await desk.customer(
            {
              ...(contact.email || !contact.phone ? { email: emailOf(n) } : {}),
              ...(contact.phone ? { phone: phoneOf(n) } : {}),
              ...(contact.name ? { display_name: `Person ${n}` } : {}),
            },
            at,
          ),
        );
      for (const one of changes) await perform(at, ids, one);
      for (const { survivor, merged, isUndone, then } of merges) {
        // The merged customer's number now refers to the survivor.
        const [survivorId, mergedId] = [await currentId(at, ids[survivor]), await currentId(at, ids[merged])];
        if (survivorId === mergedId) continue;
        const before = await everything(at);
        const body = { survivor_id: survivorId, merged_id: mergedId };
        const preview = await desk.post('customer_merges', { ...body, dry_run: true }, at);
        expect(await everything(at)).toEqual(before);
        const made = await desk.post('customer_merges', body, at);
        const { id: _, dry_run: __, preview: shown, ...said } = preview;
        expect(made).toMatchObject(said);
        const after = await desk.get('customer', { identity_id: mergedId }, at);
        expect(after.identity).toMatchObject(preview.identity);
        expect(after.identity.channels).toEqual(
          expect.arrayContaining([...shown.handles, ...shown.new_handles].map((one) => expect.objectContaining(one))),
        );
        if (!isUndone) {
          for (const one of then) await perform(at, ids, one);
          continue;
        }
        const undone = await desk.post('customer_merges', { action: 'undo', id: made.id }, at);
        expect(undone).toMatchObject({ restored: made.moved, kept: [] });
        expect(await everything(at)).toEqual(before);
      }
    }),
    { numRuns: 12 },
  );
});

const emailOf = (n: number) => `Person.${n}@example.org`;
const phoneOf = (n: number) => `+49 30 1234 ${n}${n}${n}`;

async function currentId(at: TestSite, id: bigint | undefined): Promise<bigint> {
  return BigInt((await desk.get('customer', { identity_id: id ?? 0n }, at)).identity.id);
}

async function perform(at: TestSite, ids: readonly bigint[], one: Change): Promise<void> {
  const id = ids[one.who] ?? 0n;
  const email = emailOf(one.who);
  switch (one.kind) {
    case 'ticket':
      await desk.ticket(email, one.phone ? { requester_phone: phoneOf(one.who) } : {}, at);
      return;
    case 'handle': {
      const handle = { channel: 'messenger', external_user_id: `handle ${one.name}` };
      await desk.post('bind_channel', { ...handle, identity_id: id }, at);
      return;
    }
    // The same handle that a merge would create from another customer's contact.
    case 'own handle': {
      const handle = { channel: 'email', external_user_id: emailOf(one.of) };
      await desk.post('bind_channel', { ...handle, identity_id: id }, at);
      return;
    }
    case 'note':
      await desk.post('customer_notes', { identity_id: id, body: 'A note' }, at);
      return;
    case 'visitor':
      await desk.post('visitors', { visitor_key: `visitor ${one.key}`, email }, at);
      return;
    case 'session': {
      const said = { messages: [{ role: 'visitor', text: 'Hello' }], email, visitor_key: `visitor ${one.key}` };
      await desk.post('ingest', { items: [{ kind: 'transcript', session_id: `session ${one.key}`, ...said }] }, at);
      return;
    }
    case 'link':
      await desk.post('portal_token', { requester_email: email }, at);
      return;
    case 'block':
      await desk.send('PATCH', 'customer', { id, blocked: true }, at);
      return;
    case 'two people': {
      const [first, second] = [await currentId(at, id), await currentId(at, ids[one.of])];
      if (first !== second)
        await desk.post('customer_duplicates', { identities: [first, second], dismissed: true }, at);
    }
  }
}

/** Every row of the site that a merge may change, without customer versions. */
async function everything({ site }: TestSite): Promise<Record<string, object[]>> {
  const rows: Record<string, object[]> = {};
  for (const [table, columns] of Object.entries({
    customer_identity:
      'id, email, email_key, phone, phone_key, display_name, ticket_count, first_seen_utc, last_seen_utc, blocked_utc',
    channel_binding: 'id, channel, external_user_id, display_handle, identity_id, bound_utc',
    ticket: 'id, customer_identity_id, version, updated_utc',
    chat_session: 'id, customer_identity_id',
    visitor: 'id, customer_identity_id',
    customer_note: 'id, identity_id',
    customer_alias: 'id, kind, key, identity_id, merge_id',
    customer_distinct: 'low_id, high_id',
    portal_token: 'id, requester_email, revoked_utc',
  })) {
    const text = `select ${columns} from ${table} where site_id = $1 order by 1, 2`;
    rows[table] = await desk.service.database.owner.query({ text, values: [site.id] });
  }
  return rows;
}
