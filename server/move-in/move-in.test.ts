import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { findWrongCounters } from '#server/admin/recount.ts';
import { sql } from '#server/db/db.ts';
import {
  expectedOf,
  makeTickets,
  writeCsv,
  writeFreshdesk,
  writeFreshdeskXml,
  writeIntercom,
  writeZendesk,
  writeZendeskPages,
  type ExpectedCounts,
} from '#server/testing/product-exports.ts';
import { runAdminOn } from '#server/testing/run-admin.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  own = await service.createSite();
});
afterEach(() => service.close());

const newFolder = () => mkdtemp(path.join(inject('testFolder'), 'export-'));

// oxlint-disable-next-line typescript/no-explicit-any -- the shape of an answer is what tests find out
function run(from: string, folder: string, ...more: string[]): Promise<any> {
  return runAdminOn(service, 'move-in', '--from', from, '--dir', folder, '--site-id', String(own.site.id), ...more);
}

/** Every row of the site that a second run could change, with its version. */
function fingerprint(): Promise<object[]> {
  return service.database.owner.query(sql`
    select 'ticket' as kind, id, version::bigint, updated_utc::text as at from ticket
    union all select 'customer', id, version, last_seen_utc::text from customer_identity
    union all select 'rating', id, version, created_utc::text from csat_response
    union all select 'comment', id, 0, created_utc::text from ticket_comment
    union all select 'agent', id, 0, created_utc::text from agent
    order by 1, 2`);
}

const SOURCES: readonly [string, string, (folder: string, tickets: ReturnType<typeof makeTickets>) => Promise<void>][] =
  [
    ['zendesk', 'its JSON export', writeZendesk],
    ['zendesk', 'pages of its API', writeZendeskPages],
    ['intercom', 'objects of its API', writeIntercom],
    ['freshdesk', 'objects of its API', writeFreshdesk],
    ['freshdesk', 'XML of its account export', writeFreshdeskXml],
    ['csv', 'files with headers', writeCsv],
  ];

/** Intercom has no state between resolved and closed; the XML export and CSV have no list of ratings, or one score. */
function expectedFor(from: string, what: string, expected: ExpectedCounts): ExpectedCounts {
  const { resolved = 0, closed = 0, ...others } = expected.tickets_by_status;
  if (from === 'intercom') return { ...expected, tickets_by_status: { closed: resolved + closed, ...others } };
  return what.startsWith('XML') ? { ...expected, ratings: 0 } : expected;
}

for (const [from, what, write] of SOURCES) {
  test(`${from}, ${what}: the dry run writes nothing, then every count is equal, and a second run changes nothing`, async () => {
    const tickets = makeTickets(20);
    const folder = await newFolder();
    await write(folder, tickets);
    const expected = expectedFor(from, what, expectedOf(tickets));

    const before = await service.database.owner.query(sql`select (select count(*) from audit_log) as audits`);
    const dry = await run(from, folder);
    expect(dry).toMatchObject({
      applied: false,
      unreadable: 0,
      error_sample: [],
      export: expected,
      stored: { tickets: 0, customers: 0 },
    });
    expect(await fingerprint()).toEqual([]);
    expect(await service.database.owner.query(sql`select (select count(*) from audit_log) as audits`)).toEqual(before);

    const applied = await run(from, folder, '--apply');
    expect(applied).toMatchObject({ applied: true, export: expected, stored: expected, error_sample: [] });
    for (const kind of ['customers', 'tickets', 'csat']) expect(applied[kind], kind).toEqual(dry[kind]);
    expect(applied.unmapped).toEqual(dry.unmapped);

    const stored = await fingerprint();
    const again = await run(from, folder, '--apply');
    expect(again).toMatchObject({ export: expected, stored: expected, error_sample: [] });
    expect(again.tickets).toEqual({ total_rows: 20, imported_rows: 0, skipped_rows: 20, failed_rows: 0 });
    expect(again.csat).toMatchObject({ imported_rows: 0, skipped_rows: expected.ratings, failed_rows: 0 });
    expect(await fingerprint()).toEqual(stored);
    expect(await findWrongCounters(service.database.owner, own.site.id)).toEqual([]);
  });
}
