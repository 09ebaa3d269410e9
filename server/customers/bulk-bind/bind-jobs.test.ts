import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { csvUpload } from '#server/testing/csv-upload.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { importBindings } from './bind-bulk.ts';
import { removeOldImportRows } from './bind-jobs.ts';

const HEADER = 'channel,external_user_id,email\n';
const DAY = 86_400_000;
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService();
  home = await service.createSite();
});

afterEach(() => service.close());

async function load(rows: readonly string[], query: Record<string, string> = { rows: '1' }) {
  const call = { token: home.token, query, body: HEADER + rows.join('\n'), headers: { 'content-type': 'text/csv' } };
  const answer = await service.call('POST', 'bind_channels_bulk', call);
  expectSuccess(answer);
  return answer.json.data;
}

async function read(query: Record<string, string | bigint> = {}) {
  const answer = await service.call('GET', 'bind_jobs', { token: home.token, query });
  expectSuccess(answer);
  return answer.json.data;
}

const one = async (id: bigint) => (await read({ id })).items[0];
const rowsOf = async (id: bigint) => (await read({ id, rows: '1' })).items;

const undo = (id: bigint) => service.call('POST', 'bind_jobs', { token: home.token, body: { action: 'undo', id } });

/** The email of each handle's owner. */
async function owners() {
  const rows = await service.database.forSite(home.site.id).query<{ handle: string; email: string }>(sql`
    select b.external_user_id as handle, c.email from channel_binding b
    join customer_identity c on c.site_id = b.site_id and c.id = b.identity_id
    where b.site_id = ${home.site.id} order by b.external_user_id`);
  return Object.fromEntries(rows.map(({ handle, email }) => [handle, email]));
}

const bind = (handle: string, email: string) =>
  service.call('POST', 'bind_channel', {
    token: home.token,
    body: { channel: 'sms', external_user_id: handle, email },
  });

test('API-bind_channels_bulk-POST rows=1 returns the outcome of each row, and so does GET bind_jobs', async () => {
  await bind('2', 'b@example.org');
  const rows = ['sms,1,a@example.org', 'sms,2,a@example.org', 'fax,3,a@example.org', 'sms,4,', 'sms,5,nobody'];
  const trial = await load(rows, { rows: '1', dry_run: '1' });
  expect(trial).toMatchObject({ job_id: null, bound: 1, refreshed: 1 });
  const done = await load(rows);
  const [a] = done.rows.map((row: { identity_id: bigint }) => row.identity_id);
  expect(done.rows).toEqual([
    { line: 2, outcome: 'bound', code: null, identity_id: a },
    { line: 3, outcome: 'refreshed', code: null, identity_id: a },
    { line: 4, outcome: 'bad_channel', code: 'bad_channel', identity_id: null },
    { line: 5, outcome: 'no_identity', code: 'no_identity', identity_id: null },
    { line: 6, outcome: 'failed', code: 'bad_field', identity_id: null },
  ]);
  const unbound = ({ line, outcome, code }: { line: number; outcome: string; code: string | null }) => ({
    line,
    outcome,
    code,
  });
  expect(trial.rows.map(unbound)).toEqual(done.rows.map(unbound));
  const job = {
    id: done.job_id,
    created_utc: service.clock.now().toISOString(),
    token_label: 'test',
    file_sha256: createHash('sha256')
      .update(HEADER + rows.join('\n'))
      .digest('hex'),
    counts: { total_rows: 5, bound: 1, refreshed: 1, minted_identity: 1, bad_channel: 1, no_identity: 1, failed: 1 },
    state: 'done',
    has_rows: true,
    batch_id: null,
    parts: 1,
  };
  expect(await read({ id: done.job_id })).toEqual({ items: [job], total_count: 1 });
  expect(await read({ id: done.job_id, rows: '1' })).toEqual({ items: done.rows, total_count: 5 });
  expect(await read()).toEqual({ items: [job], total_count: 1 });
});

test('API-bind_jobs-GET lists the imports newest first, in pages, without dry runs', async () => {
  const ids: bigint[] = [];
  for (const n of [1, 2, 3]) {
    ids.unshift((await load([`sms,${n},a@example.org`], {})).job_id);
    service.clock.advance(1_000);
  }
  await load(['sms,4,a@example.org'], { dry_run: '1' });
  const idsOf = ({ items }: { items: { id: bigint }[] }) => items.map(({ id }) => id);
  expect(idsOf(await read())).toEqual(ids);
  const page = await read({ limit: '1', skip: '1' });
  expect([idsOf(page), page.total_count]).toEqual([[ids[1]], 3]);
  expect(await rowsOf(ids[0] ?? 0n)).toEqual([]);
  expect(page.items[0]).toMatchObject({ has_rows: false, state: 'done' });
});

test('API-bind_jobs-POST: undo unbinds new handles, moves taken ones back, and skips those that have changed since', async () => {
  await bind('moved', 'first@example.org');
  await bind('same', 'a@example.org');
  const { job_id: id } = await load([
    'sms,new,a@example.org',
    'sms,moved,a@example.org',
    'sms,same,a@example.org',
    'sms,moved-since,a@example.org',
    'sms,gone-since,a@example.org',
    'sms,bound-again,a@example.org',
  ]);
  await bind('moved-since', 'else@example.org');
  const drop = (handle: string) =>
    service.call('DELETE', 'bind_channel', { token: home.token, query: { channel: 'sms', external_user_id: handle } });
  await drop('gone-since');
  await drop('bound-again');
  await bind('bound-again', 'a@example.org');
  const answer = await undo(id);
  expectSuccess(answer);
  expect(answer.json.data).toEqual({ unbound: 1, moved_back: 1, skipped: 3, removed_identities: 0 });
  expect(await owners()).toEqual({
    'bound-again': 'a@example.org',
    moved: 'first@example.org',
    'moved-since': 'else@example.org',
    same: 'a@example.org',
  });
  expect((await one(id)).state).toBe('undone');
  expectError(await undo(id), 'conflict');
  const query = { object_type: 'import', object_id: id };
  const audit = await service.call('GET', 'audit_log', { token: home.token, query });
  expect(audit.json.data.items).toMatchObject([
    { action: 'channel.bulk_undo', outcome: 'ok' },
    { action: 'channel.bulk_bind', outcome: 'ok' },
  ]);
});

test('API-bind_jobs-POST: undoing an import of many transactions restores the state before it', async () => {
  for (const n of [1, 4, 7]) await bind(String(n), `old${n}@example.org`);
  const before = await owners();
  // Every handle three times, each time for another customer.
  const rows = [1, 2, 3].flatMap((round) => Array.from({ length: 9 }, (_, n) => `sms,${n},p${n + round}@example.org`));
  const context = { actor: TEST_ACTOR, now: service.clock.now() };
  const options = { isDry: false, chunk: 4, context, history: { hasRows: true } };
  const db = service.database.forSite(home.site.id);
  const report = await importBindings(db, home.site, csvUpload(HEADER + rows.join('\n')), options);
  const { job_id: id, rows: results } = report.toReply(false);
  expect(await one(id ?? 0n)).toMatchObject({ counts: { total_rows: 27 } });
  expect(await rowsOf(id ?? 0n)).toEqual(results?.map((row) => ({ ...row, identity_id: Number(row.identity_id) })));
  expect(await owners()).not.toEqual(before);
  expectSuccess(await undo(id ?? 0n));
  expect(await owners()).toEqual(before);
});

test('API-bind_jobs-POST concurrently: one call undoes, the others get a conflict', async () => {
  const { job_id: id } = await load(['sms,1,a@example.org', 'sms,2,b@example.org']);
  const answers = await Promise.all(Array.from({ length: 8 }, () => undo(id)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)]);
  expect(answers.find(({ status }) => status === 200)?.json.data).toEqual({
    unbound: 2,
    moved_back: 0,
    skipped: 0,
    removed_identities: 2,
  });
  expect(await owners()).toEqual({});
});

test('API-bind_jobs-POST: a deleted customer gets no handle back', async () => {
  await bind('1', 'former@example.org');
  const { job_id: id } = await load(['sms,1,a@example.org']);
  await service.database.owner.query(sql`delete from customer_identity where email = 'former@example.org'`);
  expect((await undo(id)).json.data).toEqual({ unbound: 0, moved_back: 0, skipped: 1, removed_identities: 0 });
  expect(await owners()).toEqual({ 1: 'a@example.org' });
});

test('API-bind_jobs: rows are kept for thirty days, the import itself longer', async () => {
  const { job_id: id } = await load(['sms,1,a@example.org']);
  const db = service.database.forSite(home.site.id);
  await removeOldImportRows(db, home.site, new Date(service.clock.now().getTime() + 30 * DAY));
  expect(await rowsOf(id)).toHaveLength(1);
  await removeOldImportRows(db, home.site, new Date(service.clock.now().getTime() + 30 * DAY + 1));
  expect(await one(id)).toMatchObject({ has_rows: false, counts: { total_rows: 1 } });
  expect(await rowsOf(id)).toEqual([]);
  expectError(await undo(id), 'conflict');
});

test('API-bind_channels_bulk-POST without extensions stores only the audit row', async () => {
  const plain = await startTestService({ extensions: false });
  const { token } = await plain.createSite();
  const call = {
    token,
    query: { rows: '1' },
    body: `${HEADER}sms,1,a@example.org`,
    headers: { 'content-type': 'text/csv' },
  };
  const { json } = await plain.call('POST', 'bind_channels_bulk', call);
  expect(Object.keys(json.data)).not.toEqual(expect.arrayContaining(['job_id']));
  expect(json.data.rows).toBeUndefined();
  expect(await plain.database.owner.query(sql`select id from bind_job`)).toEqual([]);
  await plain.close();
});

test('API-bind_channels_bulk-POST: rows bound without a look-up meet customers and handles that already exist', async () => {
  // The first chunks are new; then the file refers to existing rows, in the middle of a chunk.
  await bind('9', 'p9@example.org');
  await bind('11', 'else@example.org');
  const rows = Array.from({ length: 16 }, (_, n) => `sms,${n},p${n}@example.org`);
  const context = { actor: TEST_ACTOR, now: service.clock.now() };
  const options = { isDry: false, chunk: 4, context, history: null };
  const db = service.database.forSite(home.site.id);
  const report = await importBindings(db, home.site, csvUpload(HEADER + rows.join('\n')), options);
  expect(report.toReply(false)).toMatchObject({ bound: 14, refreshed: 2, minted_identity: 15, failed: 0 });
  expect(Object.keys(await owners())).toHaveLength(16);
  expect(await owners()).toMatchObject({ 9: 'p9@example.org', 11: 'p11@example.org', 15: 'p15@example.org' });
});
