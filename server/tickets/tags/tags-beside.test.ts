import { expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, TEST_ACTOR } from '#server/testing/service.ts';
import { updateTicketRecord } from '#server/tickets/write/update-ticket-record.ts';

test('API-tags-PATCH waits for a concurrent tagging of a ticket and renames the tag there too', async () => {
  const service = await startTestService();
  const { site, token } = await service.createSite();
  const { owner } = service.database;
  const tag = (await service.call('POST', 'tags', { token, body: { name: 'From' } })).json.data;
  const ticket = (await service.call('POST', 'tickets', { token, body: { subject: 'Bell' } })).json.data;
  const tagged = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const tagging = service.database.forSite(site.id).transaction(async (db) => {
    const context = { actor: TEST_ACTOR, now: service.clock.now(), extensions: true };
    await updateTicketRecord(db, site, { id: BigInt(ticket.id), tags: 'From' }, context);
    tagged.resolve();
    await mayCommit.promise;
  });
  await tagged.promise;
  let hasEnded = false;
  const renaming = service
    .call('PATCH', 'tags', { token, body: { id: tag.id, name: 'To' } })
    .finally(() => (hasEnded = true));
  const isWaiting = async () => (await owner.query(sql`select from pg_locks where not granted`)).length > 0;
  while (!hasEnded && !(await isWaiting()));
  mayCommit.resolve();
  await tagging;
  expect((await renaming).json.data).toMatchObject({ name: 'To', changed_tickets: 1, ticket_count: 1 });
  const { json } = await service.call('GET', 'ticket', { token, query: { id: ticket.id } });
  expect(json.data.tags).toBe('To');
  await service.close();
});
