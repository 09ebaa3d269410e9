import { expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { addNoteRecord } from '#server/customers/customer-notes.ts';
import { batchDesk, people } from '#server/testing/batch-desk.ts';
import { startTestService, TEST_ACTOR } from '#server/testing/service.ts';

test('BB-13: undoing an import waits for a note in progress and keeps its customer', async () => {
  const service = await startTestService();
  const home = await service.createSite();
  const { site, token } = home;
  const { owner } = service.database;
  const desk = batchDesk(service, home);
  const batch = '0d9a6f0e-5c39-4f0c-8a3e-1d2f6b7a9c11';
  await desk.load({ batch, offset: 0, rows: people(0, 2) });
  const { json } = await service.call('GET', 'customer', { token, query: { email: 'p1@example.org' } });
  const identityId = BigInt(json.data.identity.id);
  const written = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const writing = service.database.forSite(site.id).transaction(async (db) => {
    const context = { actor: TEST_ACTOR, now: service.clock.now() };
    await addNoteRecord(db, site, { identityId, body: 'Called back', author: 'Ada' }, context);
    written.resolve();
    await mayCommit.promise;
  });
  await written.promise;
  let hasEnded = false;
  const undoing = desk.undo({ batch_id: batch }).finally(() => (hasEnded = true));
  const isWaiting = async () => (await owner.query(sql`select from pg_locks where not granted`)).length > 0;
  while (!hasEnded && !(await isWaiting()));
  mayCommit.resolve();
  await writing;
  expect((await undoing).json.data).toEqual({ unbound: 2, moved_back: 0, skipped: 0, removed_identities: 1 });
  const notes = await service.call('GET', 'customer_notes', { token, query: { identity_id: identityId } });
  expect(notes.json.data.items).toMatchObject([{ body: 'Called back' }]);
  await service.close();
});
