import { findWrongCounters } from '#server/admin/recount.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { batchDesk, people } from '#server/testing/batch-desk.ts';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import {
  findPartsToUndo,
  undoPart,
  ADDED_SINCE,
  findPartsWithMinted,
  IGNORED_REFERENCES,
  removeMinted,
} from './undo-bind-job.sql.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

const HEADER = 'channel,external_user_id,email,phone\n';

async function load(rows: readonly string[]): Promise<bigint> {
  const answer = await desk.service.call('POST', 'bind_channels_bulk', {
    token: desk.home.token,
    query: { rows: '1' },
    body: HEADER + rows.join('\n'),
    headers: { 'content-type': 'text/csv' },
  });
  expectSuccess(answer);
  return answer.json.data.job_id;
}

const undo = (id: bigint, more: Record<string, unknown> = {}) =>
  desk.send('POST', 'bind_jobs', { action: 'undo', id, ...more });

async function emails(): Promise<string[]> {
  const rows = await desk.service.database.forSite(desk.home.site.id).query<{ name: string }>(sql`
    select coalesce(email, phone) as name from customer_identity where site_id = ${desk.home.site.id} order by 1`);
  return rows.map(({ name }) => name);
}

/** The counters match the rows. */
async function expectExactCounters(): Promise<void> {
  expect(await findWrongCounters(desk.service.database.owner, desk.home.site.id)).toEqual([]);
}

test('BB-13: undoing an import deletes the customers it created and keeps earlier ones', async () => {
  await desk.customer({ email: 'old@example.org' });
  const id = await load([
    'sms,1,new@example.org,',
    'sms,2,new@example.org,',
    'whatsapp,+4930111,,+4930111',
    'sms,3,old@example.org,',
    'sms,4,,',
  ]);
  expect(await emails()).toEqual(['+4930111', 'new@example.org', 'old@example.org']);
  const expected = { unbound: 4, moved_back: 0, skipped: 0, removed_identities: 2 };
  expect((await undo(id, { dry_run: true })).json.data).toEqual(expected);
  expect(await emails()).toHaveLength(3);
  expect((await undo(id)).json.data).toEqual(expected);
  expect(await emails()).toEqual(['old@example.org']);
  await expectExactCounters();
  expect((await desk.get('health')).customer_identities).toBe(1);
  expectError(await undo(id), 'conflict');
  expect(await emails()).toEqual(['old@example.org']);
  const [entry] = (await desk.get('audit_log', { object_type: 'import', object_id: id })).items;
  expect(entry.changes).toContainEqual({ field: 'removed_identities', from: null, to: 2 });
  // The same file creates them again.
  await load(['sms,1,new@example.org,']);
  expect(await emails()).toEqual(['new@example.org', 'old@example.org']);
});

const at = '2026-11-20T14:00:00.000Z';
const ingest = (item: Record<string, unknown>) => desk.post('ingest', { items: [item] });
const said = { messages: [{ role: 'visitor', text: 'Hello', created_utc: at }] };
const message = { kind: 'message', channel: 'sms', direction: 'in', created_utc: at };

/** Adds something to the customer `x@example.org`, who has the SMS handle `x`. */
const ADDITIONS: Readonly<Record<string, (x: bigint) => Promise<unknown>>> = {
  'a ticket': () => desk.ticket('x@example.org'),
  'a note': (x) => desk.post('customer_notes', { identity_id: x, body: 'Called back' }),
  'a conversation': () => ingest({ kind: 'transcript', session_id: 's', email: 'x@example.org', ...said }),
  'a visitor': () => desk.post('visitors', { visitor_key: 'v', email: 'x@example.org' }),
  'a row of another import': (x) =>
    desk.service.database.owner.query(sql`
      insert into imported_customer (site_id, external_id, identity_id) values (${desk.home.site.id}, 'old-1', ${x})`),
  'another channel': (x) => desk.bind(x, 'instagram', '17841'),
  'a message on its channel': () => ingest({ ...message, external_user_id: 'x', text: 'Hi' }),
  'a message to its address': () => ingest({ ...message, channel: 'email', external_user_id: 'x@example.org' }),
  'a portal link': () => desk.post('portal_token', { requester_email: 'x@example.org' }),
  'a name': (x) => desk.send('PATCH', 'customer', { id: x, display_name: 'Xenia' }),
  'a block that was taken back': async (x) => {
    await desk.send('PATCH', 'customer', { id: x, blocked: true });
    await desk.send('PATCH', 'customer', { id: x, blocked: false });
  },
  'another customer who was merged into it': async (x) =>
    desk.merge(x, await desk.customer({ email: 'z@example.org' })),
  'a merge that was undone': async (x) =>
    desk.undo((await desk.merge(x, await desk.customer({ email: 'z@example.org' }))).id),
  'word that it is not another customer': async (x) =>
    desk.post('customer_duplicates', {
      identities: [x, await desk.customer({ email: 'z@example.org' })],
      dismissed: true,
    }),
};

test.each(Object.entries(ADDITIONS))(
  'BB-13: a customer of an import stays when %s was added since',
  async (_what, addIt) => {
    // An earlier message does not keep the customer.
    await ingest({ ...message, external_user_id: 'before', text: 'Hi' });
    const id = await load(['sms,x,x@example.org,', 'sms,before,y@example.org,']);
    await addIt(await desk.whoisId({ email: 'x@example.org' }));
    const expected = { unbound: 2, moved_back: 0, skipped: 0, removed_identities: 1 };
    expect((await undo(id, { dry_run: true })).json.data).toEqual(expected);
    expect((await undo(id)).json.data).toEqual(expected);
    expect(await emails()).toContain('x@example.org');
    expect(await emails()).not.toContain('y@example.org');
    await expectExactCounters();
  },
);

test('BB-13: a customer of an import who was merged, or got a handle back, is not deleted', async () => {
  const kept = await desk.customer({ email: 'kept@example.org' });
  const id = await load(['sms,1,x@example.org,', 'sms,2,y@example.org,']);
  await desk.merge(kept, await desk.whoisId({ email: 'x@example.org' }));
  // The second import takes a handle over, and its undo returns it.
  const second = await load(['sms,2,z@example.org,']);
  expect((await undo(second)).json.data).toEqual({ unbound: 0, moved_back: 1, skipped: 0, removed_identities: 1 });
  expect(await emails()).toEqual(['kept@example.org', 'y@example.org']);
  const foreseen = (await undo(id, { dry_run: true })).json.data;
  expect(foreseen).toEqual({ unbound: 1, moved_back: 0, skipped: 1, removed_identities: 1 });
  expect((await undo(id)).json.data).toEqual(foreseen);
  expect(await emails()).toEqual(['kept@example.org']);
});

test('BB-13: many customers are deleted in steps, and repeating an interrupted undo finishes it', async () => {
  const { site } = desk.home;
  const parts = batchDesk(desk.service, desk.home);
  const batch = randomUUID();
  await parts.importPart({ batch, offset: 0, rows: people(0, 700) }, { chunk: 650 });
  await parts.importPart({ batch, offset: 700, rows: people(600, 710) });
  const [{ id }] = (await parts.read({ batch_id: batch })).items;
  await desk.ticket('p5@example.org');
  // The state after an interrupted call: all handles are unbound, and some customers are deleted.
  const db = desk.service.database.forSite(site.id);
  const jobId = BigInt(id);
  for (const part of await findPartsToUndo(db, site.id, jobId)) {
    await db.transaction((db) => undoPart(db, site.id, part, desk.service.clock.now()));
  }
  const [first] = await findPartsWithMinted(db, site.id, jobId);
  if (first === undefined) throw new Error('no part has customers');
  expect(await db.transaction((db) => removeMinted(db, site.id, first, 4))).toBe(4);
  const expected = { unbound: 710, moved_back: 0, skipped: 0, removed_identities: 709 };
  expect((await parts.undo({ batch_id: batch, dry_run: true })).json.data).toMatchObject(expected);
  expect((await parts.undo({ batch_id: batch })).json.data).toMatchObject(expected);
  expect(await emails()).toEqual(['p5@example.org']);
  await expectExactCounters();
});

test('BB-13: tickets created during an undo keep their customers', async () => {
  const id = await load(people(0, 12).map((row) => `${row},`));
  const tickets = Array.from({ length: 12 }, (_, n) => desk.ticket(`p${n}@example.org`));
  const [answer] = await Promise.all([undo(id), ...tickets]);
  expectSuccess(answer);
  expect(await emails()).toHaveLength(12);
  const rows = await desk.service.database.owner.query(sql`
    select t.id from ticket t where t.site_id = ${desk.home.site.id} and not exists (
      select from customer_identity c where c.site_id = t.site_id and c.id = t.customer_identity_id and c.email = t.requester_email
    )`);
  expect(rows).toEqual([]);
  await expectExactCounters();
});

test('the undo of an import considers every column that references a customer', async () => {
  const { owner } = desk.service.database;
  const keys = await owner.query<{ name: string }>(sql`
    select c.conrelid::regclass::text || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'site_id'
    where c.contype = 'f' and c.confrelid = 'customer_identity'::regclass`);
  const named = await owner.query<{ name: string }>(sql`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    where c.table_schema = 'public' and c.column_name ~ '(identity|survivor|merged)_ids?$'`);
  const pointing = new Set([...keys, ...named].map(({ name }) => name));
  const considered = [...Object.keys(ADDED_SINCE), ...IGNORED_REFERENCES];
  expect([...pointing].filter((name) => !considered.includes(name))).toEqual([]);
});
