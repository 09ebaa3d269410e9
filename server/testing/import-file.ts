import { writeJson } from '#contract/json.ts';
import { importBindings } from '#server/customers/bind-bulk.ts';
import { SILENT_LOG } from '#server/db/database-log.ts';
import { sql } from '#server/db/db.ts';
import { openPglite } from '#server/db/pglite.ts';
import { createSite } from '#server/site/create-site.ts';
import { csvUpload } from './csv-upload.ts';
import { TEST_ACTOR } from './service.ts';

// A program for tests that kill it: imports a file of so many rows into a durable embedded database. First line: what it
// found of earlier times: bindings, customers, customers without a handle, and the bindings that its imports tell of. Then one line before each chunk, and
// at the end the answer.

const CHUNK = 100;
const NOW = new Date('2026-11-20T14:30:00.000Z');

const [, , dataDir = '', rows = '0'] = process.argv;
const { database } = await openPglite({ dataDir, durable: true, log: SILENT_LOG });
const [known] = await database.owner.query<{ id: bigint }>(sql`select id from site order by id limit 1`);
const request = { name: 'Imports', timeZone: 'UTC', isDemo: false, undeployed: [] };
const { id } = known ?? (await createSite(database.owner, request, NOW));
const [found] = await database.owner.query<{
  handles: number;
  customers: number;
  alone: number;
  counted: number;
  kept: number;
}>(sql`
  select (select count(*) from channel_binding)::integer as handles, (select count(*) from customer_identity)::integer as customers,
    (select count(*) from customer_identity c where not exists (
      select from channel_binding b where b.site_id = c.site_id and b.identity_id = c.id))::integer as alone,
    (select coalesce(sum(bound), 0) from bind_job)::integer as counted,
    (select coalesce(sum(cardinality(made_ids)), 0) from bind_job_part)::integer as kept`);
process.stdout.write(`${JSON.stringify(found)}\n`);

const lines = Array.from({ length: Number(rows) }, (_, n) => `sms,${n},p${n}@example.org`);
const upload = csvUpload(`channel,external_user_id,email\n${lines.join('\n')}`, {
  isWanted: () => process.stdout.write('chunk\n') || true,
});
const options = { isDry: false, chunk: CHUNK, context: { actor: TEST_ACTOR, now: NOW }, history: { hasRows: true } };
const report = await importBindings(database.forSite(id), { id, undeployed: [] }, upload, options);
process.stdout.write(`${writeJson(report.toReply(false))}\n`);
await database.close();
