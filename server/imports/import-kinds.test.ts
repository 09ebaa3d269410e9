import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { runAdminOn } from '#server/testing/run-admin.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let own: TestSite;
let elsewhere: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  own = await service.createSite();
  elsewhere = await service.createSite({ name: 'Elsewhere' });
});
afterEach(() => service.close());

const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

async function run(kind: string, content: string, at = own): Promise<Record<string, unknown>> {
  const file = path.join(await mkdtemp(path.join(inject('testFolder'), 'import-')), 'rows.ndjson');
  await writeFile(file, content);
  return runAdminOn(service, 'import', '--site-id', String(at.site.id), '--kind', kind, '--file', file);
}

test('articles and macros are stored once per external ID', async () => {
  const article = { external_id: 'kb-1', title: 'Mounting a rack', body: 'Text' };
  expect(
    await run('articles', lines([article, article, { ...article, external_id: 'kb-2', title: '' }])),
  ).toMatchObject({
    kind: 'articles',
    imported_rows: 1,
    skipped_rows: 1,
    failed_rows: 1,
  });
  const macro = { external_id: 'm', name: 'Thanks', body: 'Thank you' };
  expect(
    await run('macros', lines([macro, { ...macro, name: 'Again' }, { ...macro, external_id: 'n' }])),
  ).toMatchObject({ imported_rows: 2, skipped_rows: 1, failed_rows: 0 });
  // A second file adds neither again; on another site the same IDs are new.
  for (const [kind, row] of [
    ['articles', article],
    ['macros', macro],
  ] as const) {
    expect(await run(kind, lines([row]))).toMatchObject({ imported_rows: 0, skipped_rows: 1, failed_rows: 0 });
    expect(await run(kind, lines([row]), elsewhere)).toMatchObject({ imported_rows: 1, skipped_rows: 0 });
  }
  const { owner } = service.database;
  expect(
    await owner.query(sql`select external_id, title, body, created_utc from article where site_id = ${own.site.id}`),
  ).toEqual([{ ...article, created_utc: NOW }]);
  expect(
    await owner.query(sql`
      select external_id, title as name, body, author, used_count from saved_reply where site_id = ${own.site.id} order by 1`),
  ).toEqual([macro, { ...macro, external_id: 'n' }].map((row) => ({ ...row, author: 'Import', used_count: 0 })));
  expect((await service.call('GET', 'migrate_status', { token: own.token })).json.data).toMatchObject({
    articles: { imported_rows: 1, skipped_rows: 2, failed_rows: 1, run_count: 2 },
    macros: { imported_rows: 2, skipped_rows: 2, failed_rows: 0, run_count: 2 },
    tickets: { run_count: 0, last_run_utc: null },
  });
});

test('the other kinds are stored like ingest items: same validation, known ones skipped, no events', async () => {
  const rated = (await service.call('POST', 'tickets', { token: own.token, body: { subject: 'Rated' } })).json.data;
  await service.database.owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
    values (${own.site.id}, 5000, 'https://example.org/', '{*}', true, 'active', '', '', ${NOW}, ${NOW})`);
  const at = { created_utc: '2026-11-01T10:00:00Z' };
  const said = { messages: [{ role: 'visitor', text: 'Where is it?', ...at }] };
  const call = { feature: 'bot', model: 'm', input_tokens: 3, output_tokens: 4, latency_ms: 5, status: 'ok' };
  const rows: Readonly<Record<string, object>> = {
    csat: { ticket_id: rated.id, score: 4 },
    feedback: { rating: 5 },
    transcripts: { session_id: 's-1', ...said },
    handoffs: { session_id: 's-1', reason: 'asked for a person' },
    ai_calls: call,
    messages: { channel: 'sms', direction: 'in', external_user_id: '+34600100200' },
    starters: { text: 'Where is my order?' },
    segments: { name: 'Buyers', event: 'bought', min_count: 1, within_days: 30 },
  };
  for (const [kind, row] of Object.entries(rows)) {
    const known = { ...row, external_id: `x-${kind}` };
    const first = await run(kind, lines([known, { ...known, kind: 'csat' }, { external_id: 'y', nonsense: 1 }]));
    expect(first, kind).toMatchObject({ kind, total_rows: 3, imported_rows: 1, skipped_rows: 0, failed_rows: 2 });
    expect(first['error_sample']).toEqual([
      'line 2: bad_field: kind is not a field of this row: the command names it',
      expect.stringMatching(/^line 3: (?:missing|bad)_field: /),
    ]);
    const again = await run(kind, lines([known]));
    expect(again, kind).toMatchObject({ imported_rows: 0, skipped_rows: 1, failed_rows: 0 });
  }
  expect(await service.database.owner.query(sql`select 1 as one from webhook_delivery`)).toEqual([]);
  const { tickets, articles, macros } = (await service.call('GET', 'migrate_status', { token: own.token })).json.data;
  expect([tickets.run_count, articles.run_count, macros.run_count]).toEqual([0, 0, 0]);
});

test('every kind with tickets can reference them by their import ID', async () => {
  await run('tickets', lines([{ external_id: 'T-1', subject: 'Bell', status: 'resolved' }]));
  const about = { external_id: 'x', ticket_external_id: 'T-1' };
  const kinds: Readonly<Record<string, object>> = {
    csat: { ...about, score: 4 },
    feedback: { ...about, rating: 4 },
    transcripts: { ...about, session_id: 's1', messages: [{ role: 'visitor', text: 'Hi' }] },
    handoffs: { ...about, session_id: 's2', reason: 'Refund' },
    messages: { ...about, channel: 'sms', direction: 'in', external_user_id: '+491701' },
  };
  for (const [kind, row] of Object.entries(kinds)) {
    const unknown = { ...row, external_id: 'y', ticket_external_id: 'T-2' };
    const both = { ...row, external_id: 'z', ticket_id: 1 };
    expect(await run(kind, lines([row, row, unknown, both])), kind).toMatchObject({
      imported_rows: 1,
      skipped_rows: 1,
      failed_rows: 2,
      error_sample: [
        'line 3: not_found: There is no ticket that was imported with this ticket_external_id',
        'line 4: bad_field: ticket_external_id cannot be given with ticket_id',
      ],
    });
    // An import ID of another site is unknown here.
    expect(await run(kind, lines([row]), elsewhere), kind).toMatchObject({ imported_rows: 0, failed_rows: 1 });
  }
  const stored = await service.database.owner.query(sql`
    select distinct t.subject from ticket t join (
      select ticket_id from csat_response union all select ticket_id from feedback union all select ticket_id from chat_session
      union all select ticket_id from handoff union all select ticket_id from channel_message) about on about.ticket_id = t.id`);
  expect(stored).toEqual([{ subject: 'Bell' }]);
  const csat = await service.call('GET', 'csat', { token: own.token });
  expect(csat.json.data.summary).toMatchObject({ responses: 1, average: 4 });
});

test('a rating needs a ticket', async () => {
  expect(await run('csat', lines([{ external_id: 'x', score: 4 }]))).toMatchObject({
    error_sample: ['line 1: missing_field: ticket_id or ticket_external_id is required'],
  });
});
