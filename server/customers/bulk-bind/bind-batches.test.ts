import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BIND_OUTCOMES, type BindRowResult } from '#contract/bind-jobs.ts';
import { sql } from '#server/db/db.ts';
import { ApiError, ClientGone } from '#server/operation/api-error.ts';
import { batchDesk, FILE_HASH, HEADER, people, type BatchDesk, type FilePart } from '#server/testing/batch-desk.ts';
import { csvUpload } from '#server/testing/csv-upload.ts';
import { expectError } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { importBindings } from './bind-bulk.ts';
import { removeOldImportRows } from './bind-jobs.ts';

const DAY = 86_400_000;
let service: TestService;
let home: TestSite;
let desk: BatchDesk;

beforeEach(async () => {
  service = await startTestService();
  home = await service.createSite();
  desk = batchDesk(service, home);
});

afterEach(() => service.close());

test('API-bind_jobs-GET: the parts of a batch are one import with its rows in file order', async () => {
  const batch = randomUUID();
  const late = await desk.load({ batch, offset: 3, rows: ['sms,4,d@example.org', 'fax,5,e@example.org'] });
  service.clock.advance(1_000);
  const early = await desk.load({
    batch: batch.toUpperCase(),
    offset: 0,
    rows: ['sms,1,a@example.org', '', 'sms,4,a@example.org'],
  });
  expect(early.job_id).toBe(late.job_id);
  expect(late.rows.map(({ line }: BindRowResult) => line)).toEqual([5, 6]);
  expect(late.error_sample).toEqual([expect.stringMatching(/^line 6: bad_channel: /)]);
  await desk.load({ batch: randomUUID(), offset: 0, rows: ['sms,9,x@example.org'] });
  const counts = {
    total_rows: 4,
    bound: 2,
    refreshed: 1,
    minted_identity: 2,
    bad_channel: 1,
    no_identity: 0,
    failed: 0,
  };
  const item = {
    id: late.job_id,
    created_utc: new Date(service.clock.now().getTime() - 1_000).toISOString(),
    token_label: 'test',
    file_sha256: FILE_HASH,
    counts,
    state: 'done',
    has_rows: true,
    batch_id: batch,
    parts: 2,
  };
  expect(await desk.read({ batch_id: batch })).toEqual({ items: [item], total_count: 1 });
  expect(await desk.read({ id: late.job_id })).toEqual({ items: [item], total_count: 1 });
  expect(await desk.read({})).toMatchObject({ items: [{ parts: 1 }, item], total_count: 2 });
  const rows = [...early.rows, ...late.rows];
  expect(rows.map(({ line }: BindRowResult) => line)).toEqual([2, 4, 5, 6]);
  expect(await desk.read({ batch_id: batch, rows: '1' })).toEqual({ items: rows, total_count: 4 });
  const refreshed = rows.filter(({ outcome }: BindRowResult) => outcome === 'refreshed');
  expect(await desk.read({ id: late.job_id, rows: '1', outcome: 'refreshed' })).toEqual({
    items: refreshed,
    total_count: 1,
  });
});

test('API-bind_jobs-GET rows=1: pages of any size and outcome add up to all rows', async () => {
  const batch = randomUUID();
  const db = service.database.forSite(home.site.id);
  const all: BindRowResult[] = [];
  // In chunks of four, and the second part first.
  for (const from of [16, 0]) {
    const rows = people(from, from + 16).map((row, n) => (n % 5 === 3 ? row.replace('sms', 'fax') : row));
    const upload = csvUpload(HEADER + rows.join('\n'));
    const part = { batchId: batch, lineOffset: from, partSha256: upload.sha256, fileSha256: null };
    const context = { actor: TEST_ACTOR, now: service.clock.now() };
    const history = { hasRows: true, lineOffset: from, batch: part };
    const report = await importBindings(db, home.site, upload, { isDry: false, chunk: 4, context, history });
    all.unshift(...(report.toReply(false).rows ?? []));
  }
  const expected = all.map((row) => ({
    ...row,
    identity_id: row.identity_id === null ? null : Number(row.identity_id),
  }));
  for (const outcome of [null, ...BIND_OUTCOMES]) {
    const matching = expected.filter((row) => outcome === null || row.outcome === outcome);
    for (const limit of [1, 5, 40]) {
      const pages: BindRowResult[] = [];
      for (let skip = 0; skip <= matching.length; skip += limit) {
        const query = { batch_id: batch, rows: '1', limit: String(limit), skip: String(skip) };
        const page = await desk.read(outcome === null ? query : { ...query, outcome });
        expect(page.total_count).toBe(matching.length);
        pages.push(...page.items);
      }
      expect(pages).toEqual(matching);
    }
  }
});

test('API-bind_jobs-GET rows=1: interleaved row arrays, as older versions stored them, stay in order', async () => {
  const db = service.database.forSite(home.site.id);
  await db.query(sql`
    insert into bind_job (site_id, id, first_id, created_utc, token_label, file_sha256, has_rows)
    values (${home.site.id}, 900, 900, ${service.clock.now().toISOString()}, 'test', '', true)`);
  const lists = [[2, 4, 7], [3], [5], [8, 10], [9], [11]];
  for (const [index, lines] of lists.entries()) {
    const outcomes = lines.map(() => (lines.length > 1 ? 'bound' : 'failed'));
    await db.query(sql`
      insert into bind_job_part (site_id, job_id, id, first_line, last_line, lines, outcomes, codes, identity_ids, made_ids,
        made_owners, moved_ids, moved_owners, moved_from)
      values (${home.site.id}, 900, ${901 + index}, ${Math.min(...lines)}, ${Math.max(...lines)}, ${lines}, ${outcomes},
        ${lines.map(() => null)}, ${lines.map(() => null)}, '{}', '{}', '{}', '{}', '{}')`);
  }
  const linesOf = async (query: Record<string, string>) =>
    (await desk.read({ id: 900n, rows: '1', ...query })).items.map(({ line }: BindRowResult) => line);
  const all = lists.flat().toSorted((one, other) => one - other);
  for (let skip = 0; skip <= all.length; skip += 1) {
    expect(await linesOf({ limit: '2', skip: String(skip) })).toEqual(all.slice(skip, skip + 2));
  }
  expect(await linesOf({ outcome: 'failed', limit: '3', skip: '1' })).toEqual([5, 9, 11]);
});

test('API-bind_channels_bulk-POST: a repeated part gets the same answer, and nothing is bound, created or counted twice', async () => {
  const part = {
    batch: randomUUID(),
    offset: 10,
    rows: [...people(0, 3), 'fax,1,a@example.org', 'sms,1,p0@example.org'],
  };
  const first = await desk.load(part);
  const before = await desk.contents();
  const job = await desk.read({ batch_id: part.batch });
  service.clock.advance(60_000);
  expect(await desk.load(part)).toEqual(first);
  // Also without rows in the reply.
  const again = await desk.send(part, { rows: '' });
  expect(again.json.data).toEqual({ ...first, rows: undefined });
  expect(await desk.contents()).toEqual(before);
  expect(await desk.read({ batch_id: part.batch })).toEqual(job);
});

test('API-bind_channels_bulk-POST: a part sent many times concurrently is bound once', async () => {
  const part = { batch: randomUUID(), offset: 0, rows: people(0, 30) };
  const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => desk.load(part)));
  for (const other of others) expect(other).toEqual(first);
  expect(first).toMatchObject({ bound: 30, refreshed: 0, minted_identity: 30 });
  expect(await desk.contents()).toMatchObject({ customers: 30, audited: 1 });
});

test('API-bind_channels_bulk-POST: two nodes binding the same part bind no row twice, whatever rows each takes', async () => {
  const part = { batch: randomUUID(), offset: 0, rows: people(0, 60) };
  const outcomes = await Promise.allSettled([3, 7, 11].map((chunk) => desk.importPart(part, { chunk })));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ApiError);
  }
  const { rows, ...counts } = (await desk.importPart(part)).toReply(false);
  expect(counts).toMatchObject({ total_rows: 60, bound: 60, refreshed: 0, minted_identity: 60 });
  expect(rows?.map(({ line }) => line)).toEqual(part.rows.map((_, n) => n + 2));
  expect(await desk.contents()).toMatchObject({ customers: 60 });
  expect((await desk.read({ batch_id: part.batch })).items[0].counts).toMatchObject({ bound: 60, minted_identity: 60 });
});

const line = fc
  .record({
    channel: fc.constantFrom('sms', 'sms', 'email', 'fax'),
    id: fc.constantFrom('1', '2', '3', '4', '5', ''),
    email: fc.constantFrom('a@x.org', 'A@X.org', 'b@x.org', 'c@x.org', '', 'wrong'),
  })
  .map(({ channel, id, email }) => [channel, id, email].join(','));
const chunk = fc.integer({ min: 1, max: 5 });

test('API-bind_channels_bulk-POST: a part that was interrupted anywhere and sent again has the result of an uninterrupted one', async () => {
  const rows = fc.array(line, { minLength: 1, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(rows, fc.array(fc.tuple(chunk, fc.nat({ max: 4 })), { maxLength: 3 }), async (rows, cuts) => {
      const cut = batchDesk(service, await service.createSite());
      const whole = batchDesk(service, await service.createSite());
      const part = { batch: randomUUID(), offset: 5, rows };
      for (const [length, most] of cuts) {
        let looks = 0;
        const upload = csvUpload(HEADER + rows.join('\n'), { isWanted: () => (looks += 1) <= most });
        await cut.importPart(part, { chunk: length, upload }).catch((error) => {
          expect(error).toBeInstanceOf(ClientGone);
        });
      }
      const named = (report: Awaited<ReturnType<typeof desk.importPart>>) => {
        const { job_id: _, rows = [], ...reply } = report.toReply(false);
        return { ...reply, rows: rows.map(({ line, outcome, code }) => ({ line, outcome, code })) };
      };
      const [resumed, once] = [await cut.importPart(part), await whole.importPart(part)];
      expect(named(resumed)).toEqual(named(once));
      expect(named(await cut.importPart(part))).toEqual(named(once));
      const [one, other] = [await cut.contents(), await whole.contents()];
      expect({ ...one, audited: 0 }).toEqual({ ...other, audited: 0 });
    }),
    { numRuns: 40 },
  );
});

test('API-bind_channels_bulk-POST: an upload that cannot be part of the batch is refused and binds nothing', async () => {
  const part = { batch: randomUUID(), offset: 0, rows: people(0, 2) };
  await desk.load(part);
  const before = await desk.contents();
  const refused = async (other: Partial<FilePart>, query: Record<string, string> = {}) =>
    expectError(await desk.send({ ...part, ...other }, query), 'conflict');
  await refused({ rows: people(0, 3) });
  await refused({ offset: 2, rows: people(2, 4) }, { file_sha256: 'cd'.repeat(32) });
  await removeOldImportRows(
    service.database.forSite(home.site.id),
    home.site,
    new Date(service.clock.now().getTime() + 31 * DAY),
  );
  await refused({});
  await refused({ offset: 2, rows: people(2, 4) });
  expectError(await desk.undo({ batch_id: part.batch }), 'conflict');
  expect(await desk.contents()).toEqual(before);
});

test('API-bind_jobs: all rows of a file are kept until thirty days after its last part', async () => {
  const batch = randomUUID();
  await desk.load({ batch, offset: 0, rows: people(0, 2) });
  service.clock.advance(20 * DAY);
  await desk.load({ batch, offset: 2, rows: people(2, 3) });
  await removeOldImportRows(
    service.database.forSite(home.site.id),
    home.site,
    new Date(service.clock.now().getTime() + 30 * DAY),
  );
  expect((await desk.read({ batch_id: batch })).items[0].has_rows).toBe(true);
  await removeOldImportRows(
    service.database.forSite(home.site.id),
    home.site,
    new Date(service.clock.now().getTime() + 30 * DAY + 1),
  );
  expect((await desk.read({ batch_id: batch })).items[0].has_rows).toBe(false);
});

test('API-bind_jobs: a batch belongs to its site', async () => {
  const other = batchDesk(service, await service.createSite({ name: 'Other' }));
  const part = { batch: randomUUID(), offset: 0, rows: people(0, 2) };
  const { job_id: id } = await desk.load(part);
  expect(await other.read({ batch_id: part.batch })).toEqual({ items: [], total_count: 0 });
  expectError(await other.get({ batch_id: part.batch, rows: '1' }), 'not_found');
  expectError(await other.undo({ batch_id: part.batch }), 'not_found');
  // The same batch id on another site is another batch.
  const there = await other.load({ ...part, rows: people(0, 1) });
  expect(there).toMatchObject({ bound: 1, minted_identity: 1 });
  expect(await desk.read({ id })).toMatchObject({ items: [{ parts: 1, counts: { bound: 2 } }] });
});

test('API-bind_channels_bulk-POST: parameters without effect are refused', async () => {
  const part = { batch: randomUUID(), offset: 0, rows: people(0, 1) };
  const wrong: Record<string, string>[] = [
    { batch_id: 'x' },
    { batch_id: `${part.batch}0` },
    { batch_id: `{${part.batch}}` },
    { line_offset: '-2' },
    { line_offset: '1.5' },
    { line_offset: '2000000001' },
    { file_sha256: 'abc' },
    { file_sha256: 'z'.repeat(64) },
    { batch_id: '' },
  ];
  for (const query of wrong) expectError(await desk.send(part, query), 'bad_field');
  for (const query of [{ rows: '1' }, {}]) {
    expectError(await desk.get({ ...query, batch_id: 'x' }), 'bad_field');
    expectError(await desk.get({ ...query, batch_id: part.batch, id: 1n }), 'bad_field');
  }
  expectError(await desk.get({ rows: '1' }), 'missing_field');
  expectError(await desk.get({ rows: '1', batch_id: part.batch, outcome: 'other' }), 'bad_field');
  expectError(await desk.get({ rows: '1', batch_id: part.batch, limit: '10001' }), 'bad_field');
  expectError(await desk.undo({}), 'missing_field');
  expectError(await desk.undo({ id: 1, batch_id: part.batch }), 'bad_field');
  expectError(await desk.undo({ batch_id: 5 }), 'bad_field');
  expect(await desk.read({})).toEqual({ items: [], total_count: 0 });
  // The largest possible line number is stored like any other.
  const last = await desk.load({ ...part, offset: 2_000_000_000 });
  expect(last.rows).toMatchObject([{ line: 2_000_000_002 }]);
});

test('API-bind_channels_bulk-POST without extensions: a part is treated as a file of its own', async () => {
  const plain = await startTestService({ extensions: false });
  const { token } = await plain.createSite();
  const call = {
    token,
    query: { rows: '1', batch_id: 'no uuid', line_offset: '-2', file_sha256: 'none' },
    body: `${HEADER}fax,1,a@example.org\n${people(0, 1).join('')}`,
    headers: { 'content-type': 'text/csv' },
  };
  for (const [bound, refreshed] of [
    [1, 0],
    [0, 1],
  ]) {
    const { json } = await plain.call('POST', 'bind_channels_bulk', call);
    expect(json.data).toMatchObject({ bound, refreshed, bad_channel: 1 });
    expect(json.data.error_sample).toEqual([expect.stringMatching(/^line 2: /)]);
  }
  expect(await plain.database.owner.query(sql`select id from bind_job`)).toEqual([]);
  await plain.close();
});

test('API-bind_channels_bulk-POST: a dry run of a part stores nothing and uses line numbers of the whole file', async () => {
  const part = { batch: randomUUID(), offset: 7, rows: people(0, 1) };
  const answer = await desk.send(part, { dry_run: '1' });
  expect(answer.json.data).toMatchObject({ job_id: null, rows: [{ line: 9, outcome: 'bound' }] });
  expect(await desk.read({ batch_id: part.batch })).toEqual({ items: [], total_count: 0 });
  const hash = createHash('sha256')
    .update(HEADER + part.rows.join('\n'))
    .digest('hex');
  expect((await desk.send(part, { file_sha256: '' })).status).toBe(200);
  expect((await desk.read({ batch_id: part.batch })).items[0].file_sha256).toBe(hash);
});
