import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { batchDesk, HEADER, people, type BatchDesk } from '#server/testing/batch-desk.ts';
import { csvUpload } from '#server/testing/csv-upload.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';

let service: TestService;
let desk: BatchDesk;

beforeEach(async () => {
  service = await startTestService();
  desk = batchDesk(service, await service.createSite());
});

afterEach(() => service.close());

test('API-bind_jobs-POST: a batch is undone last part first, as dry_run predicts', async () => {
  await desk.bind('2', 'first@example.org');
  const before = await desk.contents();
  const batch = randomUUID();
  // Handle 1 is created by one part and moved by the next; 2 is moved by both.
  await desk.load({ batch, offset: 0, rows: ['sms,1,a@example.org', 'sms,2,a@example.org', 'sms,3,a@example.org'] });
  await desk.load({ batch, offset: 3, rows: ['sms,1,b@example.org', 'sms,2,b@example.org', 'sms,4,b@example.org'] });
  await desk.bind('3', 'since@example.org');
  const between = await desk.contents();
  const foreseen = await desk.undo({ batch_id: batch, dry_run: true });
  expect(foreseen.json.data).toEqual({ unbound: 2, moved_back: 3, skipped: 1, removed_identities: 2 });
  expect(await desk.contents()).toEqual(between);
  expect((await desk.read({ batch_id: batch })).items[0].state).toBe('done');
  expect((await desk.undo({ batch_id: batch })).json.data).toEqual(foreseen.json.data);
  expect((await desk.contents()).owners).toEqual({ ...before.owners, 'sms 3': 'since@example.org' });
  expect((await desk.read({ batch_id: batch })).items).toMatchObject([{ state: 'undone', parts: 2 }]);
  expectError(await desk.undo({ batch_id: batch }), 'conflict');
  expectError(await desk.undo({ batch_id: batch, dry_run: true }), 'conflict');
  // No further part is accepted.
  expectError(await desk.send({ batch, offset: 6, rows: people(5, 6) }), 'conflict');
  expectError(await desk.send({ batch, offset: 0, rows: ['sms,1,a@example.org'] }), 'conflict');
  expect((await desk.contents()).owners).toEqual({ ...before.owners, 'sms 3': 'since@example.org' });
});

test('API-bind_jobs-POST: dry_run of a large import answers although its session has cached the plan for small ones', async () => {
  const dryRun = async (batch: string) => desk.undo({ batch_id: batch, dry_run: true });
  // PostgreSQL may reuse a generic plan from the sixth run of a named statement.
  for (let n = 0; n < 8; n += 1) {
    const batch = randomUUID();
    await desk.load({ batch, offset: 0, rows: people(90_000 + n, 90_001 + n) });
    expectSuccess(await dryRun(batch));
  }
  const batch = randomUUID();
  for (let from = 0; from < 21_000; from += 7_000)
    await desk.load({ batch, offset: from, rows: people(from, from + 7_000) });
  const { json } = await dryRun(batch);
  expect(json.data).toEqual({ unbound: 21_000, moved_back: 0, skipped: 0, removed_identities: 21_000 });
});

test('API-bind_jobs-POST: dry_run predicts every undo, whatever has changed in between and since', async () => {
  const handle = fc.constantFrom('1', '2', '3');
  const who = fc.constantFrom('a', 'b', 'c', 'gone');
  const row = fc.tuple(handle, who).map(([id, name]) => `sms,${id},${name}@x.org`);
  const chunk = fc.integer({ min: 1, max: 5 });
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ part: fc.array(row, { minLength: 1, maxLength: 4 }), chunk }) },
    fc.record({ bind: fc.tuple(handle, who) }),
    fc.record({ unbind: handle }),
    fc.record({ ticket: who }),
    fc.record({ message: handle }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 7 }), fc.boolean(), async (steps, isGone) => {
      const home = await service.createSite();
      const desk = batchDesk(service, home);
      const batch = randomUUID();
      await desk.importPart({ batch, offset: 0, rows: ['sms,1,a@x.org'] });
      for (const [index, step] of steps.entries()) {
        if ('part' in step) {
          await desk.importPart({ batch, offset: 100 * (index + 1), rows: step.part }, { chunk: step.chunk });
        } else if ('bind' in step) {
          await desk.bind(step.bind[0], `${step.bind[1]}@x.org`);
        } else if ('unbind' in step) {
          await desk.unbind(step.unbind);
        } else if ('ticket' in step) {
          const body = { subject: 'Since', requester_email: `${step.ticket}@x.org` };
          expectSuccess(await service.call('POST', 'tickets', { token: home.token, body }));
        } else {
          const item = { kind: 'message', channel: 'sms', direction: 'in', external_user_id: step.message };
          expectSuccess(await service.call('POST', 'ingest', { token: home.token, body: { items: [item] } }));
        }
      }
      if (isGone) {
        await service.database.owner.query(sql`
          delete from customer_identity c where site_id = ${home.site.id} and email = 'gone@x.org' and not exists (
            select from channel_binding b where b.site_id = c.site_id and b.identity_id = c.id) and not exists (
            select from ticket t where t.site_id = c.site_id and t.customer_identity_id = c.id)`);
      }
      const before = await desk.contents();
      const foreseen = await desk.undo({ batch_id: batch, dry_run: true });
      expect(await desk.contents()).toEqual(before);
      expectSuccess(foreseen);
      expect((await desk.undo({ batch_id: batch })).json.data).toEqual(foreseen.json.data);
    }),
    { numRuns: 40 },
  );
});

test('API-bind_jobs-POST: a part in progress stops when its batch is undone, and nothing of it remains', async () => {
  const part = { batch: randomUUID(), offset: 0, rows: people(0, 40) };
  const upload = csvUpload(HEADER + part.rows.join('\n'), { piece: 300, maxTransactions: 1 });
  let reads = 0;
  const held = {
    ...upload,
    async *chunks() {
      reads += 1;
      let pieces = 0;
      for await (const piece of upload.chunks()) {
        // The header has been read, and rows are being bound.
        if (reads === 2 && pieces === 2) expectSuccess(await desk.undo({ batch_id: part.batch }));
        pieces += 1;
        yield piece;
      }
    },
  };
  await expect(desk.importPart(part, { chunk: 2, upload: held })).rejects.toMatchObject({ code: 'conflict' });
  expect((await desk.contents()).owners).toEqual({});
  expect((await desk.read({ batch_id: part.batch })).items[0].state).toBe('undone');
});
