import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { moveInCommand } from '#server/admin/commands/move-in.ts';
import { sql } from '#server/db/db.ts';
import { holdLock } from '#server/db/hold-lock.ts';
import { runAdminOn } from '#server/testing/run-admin.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { tryLockMoveIn } from './move-in-lock.ts';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  own = await service.createSite();
});
afterEach(() => service.close());

async function folderOf(files: Readonly<Record<string, string | Buffer | object>>): Promise<string> {
  const folder = await mkdtemp(path.join(inject('testFolder'), 'export-'));
  for (const [name, content] of Object.entries(files)) {
    const isWritten = typeof content === 'string' || Buffer.isBuffer(content);
    await writeFile(path.join(folder, name), isWritten ? content : JSON.stringify(content));
  }
  return folder;
}

// oxlint-disable-next-line typescript/no-explicit-any -- the shape of an answer is what tests find out
function run(from: string, folder: string, ...more: string[]): Promise<any> {
  return runAdminOn(service, 'move-in', '--from', from, '--dir', folder, '--site-id', String(own.site.id), ...more);
}

/** The default mapping, edited. */
// oxlint-disable-next-line typescript/no-explicit-any -- a mapping as it is printed
async function mappingOf(from: string, folder: string, edit: (table: any) => object): Promise<string> {
  const file = path.join(folder, '.mapping.json');
  await writeFile(file, JSON.stringify(edit(await run(from, folder, '--print-mapping'))));
  return file;
}

async function countRows(): Promise<unknown> {
  const [row] = await service.database.owner.query(
    sql`select (select count(*) from ticket)::integer as tickets, (select count(*) from customer_identity)::integer as customers`,
  );
  return row;
}

const NOTHING = { tickets: 0, customers: 0 };
const CUSTOMERS = 'ID,Name,Email\n7,Ana,ana@example.org\n';

test('CSV files without a column that is required or named are refused before anything is stored', async () => {
  const cases: [Record<string, string>, RegExp][] = [
    [
      { 'tickets.csv': 'ID,Subject,Opened on\n1,Bell,2025-03-01\n' },
      /^tickets.csv: no column is named for created: set columns.tickets.created of the mapping; its header has "ID", "Subject", "Opened on"$/,
    ],
    [
      {
        'tickets-1.csv': 'ID,Subject,Created,Status\n',
        'tickets-2.csv': 'ID,Subject,Created,State\n2,B,2025-03-01,closed\n',
      },
      /^tickets-2.csv: there is no column "Status", which columns.tickets.status of the mapping names; its header has "ID", "Subject", "Created", "State"$/,
    ],
    [{ 'comments.csv': 'Ticket ID,Note\n1,Hello\n' }, /^comments.csv: no column is named for body: /],
  ];
  for (const [files, message] of cases) {
    const folder = await folderOf({ 'customers.csv': CUSTOMERS, ...files });
    await expect(run('csv', folder), String(message)).rejects.toThrow(message);
    await expect(run('csv', folder, '--apply'), String(message)).rejects.toThrow(message);
  }
  expect(await countRows()).toEqual(NOTHING);
});

test('a ticket without a creation time, or with a date in an unknown order, fails with its column and value', async () => {
  const folder = await folderOf({
    'customers.csv': 'ID,Name,Email,Created\n7,Ana,ana@example.org,01/02/2025\n',
    'tickets.csv':
      'ID,Subject,Opened,Done,State\n1,A,,,open\n2,B,03/02/2025,,open\n3,C,2025-02-03,04/02/2025,closed\n4,D,2025-02-03 10:00,,open\n5,E,2024-02-03,,open\n6,F,2030-01-01,,open\n',
    'comments.csv': 'Ticket,Body,Written\n5,Hello,05/02/2025\n',
  });
  const file = await mappingOf('csv', folder, (table) => ({
    ...table,
    columns: {
      customers: table.columns.customers,
      tickets: { id: 'ID', subject: 'Subject', created: 'Opened', resolved: 'Done', status: 'State' },
      comments: { ticket: 'Ticket', body: 'Body', created: 'Written' },
    },
  }));
  const result = await run('csv', folder, '--mapping', file, '--apply');
  expect(result).toMatchObject({
    customers: { failed_rows: 1 },
    tickets: { imported_rows: 1, failed_rows: 5 },
    export: { first_created_utc: '2025-02-03T10:00:00.000Z', last_created_utc: '2025-02-03T10:00:00.000Z' },
  });
  expect(result.error_sample).toEqual([
    'customers.csv line 2: bad_field: column "Created" "01/02/2025" is not a date that can be read',
    'tickets.csv line 2: missing_field: column "Opened" is missing',
    'tickets.csv line 3: bad_field: column "Opened" "03/02/2025" is not a date that can be read',
    'tickets.csv line 4: bad_field: column "Done" "04/02/2025" is not a date that can be read',
    'tickets.csv line 6: bad_field: of a comment, column "Written" "05/02/2025" is not a date that can be read',
    'tickets.csv line 7: bad_field: column "Opened" must not be in the future',
  ]);
  const dates = await mappingOf('csv', folder, (table) => ({
    ...table,
    dates: 'dmy',
    columns: {
      ...table.columns,
      tickets: { id: 'ID', subject: 'Subject', created: 'Opened' },
      comments: { ticket: 'Ticket', body: 'Body' },
    },
  }));
  expect(await run('csv', folder, '--mapping', dates)).toMatchObject({
    customers: { failed_rows: 0 },
    export: { first_created_utc: '2024-02-03T00:00:00.000Z', last_created_utc: '2025-02-03T10:00:00.000Z' },
  });
});

test('a fault names the field of the export, and a broken quote and bytes that are not UTF-8 their line', async () => {
  const ticket = {
    id: 1,
    subject: 'A',
    status: 'open',
    requester_id: 7,
    created_at: '2025-03-01T09:00:00Z',
    comments: [{ author_id: 8, body: 'Hello', created_at: '2031-03-01T09:00:00Z' }],
  };
  const zendesk = await folderOf({ 'tickets.json': [ticket, { ...ticket, id: 2, created_at: null }] });
  expect((await run('zendesk', zendesk)).error_sample).toEqual([
    'tickets.json item 1: bad_field: created_at of comment 1 must not be in the future',
    'tickets.json item 2: missing_field: created_at is missing',
  ]);
  const csv = await folderOf({
    'customers.csv': 'ID,Name,Email\n7,"Ana,ana@example.org\n8,Ben,ben@example.org\n',
    'tickets.csv': Buffer.concat([
      Buffer.from(`ID,Subject,Created\n${'1,Café,2025-03-01\n'.repeat(9_000)}2,`),
      Buffer.from('Caf\xe9', 'latin1'),
      Buffer.from(',2025-03-01\n3,C,2025-03-01\n'),
    ]),
  });
  const result = await run('csv', csv);
  expect(result.unreadable).toBe(2);
  expect(result.error_sample.slice(0, 2)).toEqual([
    'customers.csv line 2: a quote that begins in this row is not closed',
    'tickets.csv: line 9002 is not UTF-8: save the file as "CSV UTF-8"; nothing after it is read',
  ]);
});

test('a CSV row without the id of its ticket is reported, and a row of empty cells is not', async () => {
  const folder = await folderOf({
    'tickets.csv': 'ID,Subject,Created\n1,A,2025-03-01\n,B,2025-03-01\n,,\n',
    'comments.csv': 'Ticket,Body\n1,Hello\n,Lost\n',
  });
  expect(await run('csv', folder)).toMatchObject({
    unreadable: 2,
    tickets: { total_rows: 1, imported_rows: 1 },
    error_sample: ['comments.csv line 3: column "Ticket" is empty', 'tickets.csv line 3: column "ID" is empty'],
  });
});

test('a first message that is later than its ticket keeps its time', async () => {
  const created_at = '2025-03-01T09:00:00.000Z';
  const later = '2025-03-01T11:00:00.000Z';
  const comments = [{ author_id: 7, body: 'Hello', public: true, created_at: later }];
  const folder = await folderOf({
    'tickets.json': [{ id: 1, subject: 'A', status: 'open', requester_id: 7, created_at, comments }],
    'users.json': [{ id: 7, name: 'Ana', email: 'ana@example.org', role: 'end-user' }],
  });
  expect(await run('zendesk', folder, '--apply')).toMatchObject({ export: { comments: 1 }, stored: { comments: 1 } });
  const rows = await service.database.owner.query(sql`select author_kind, created_utc from ticket_comment`);
  expect(rows).toEqual([{ author_kind: 'customer', created_utc: later }]);
});

test('the exit code is 1 if a row failed or something was unreadable', async () => {
  const row = '1,A,2025-03-01\n';
  const cases: [Record<string, string>, boolean][] = [
    [{ 'tickets.csv': `ID,Subject,Created\n${row}` }, false],
    [{ 'tickets.csv': `ID,Subject,Created\n${row}2,B,\n` }, true],
    [{ 'tickets.csv': `ID,Subject,Created\n${row}2,"B,\n` }, true],
    [{ 'tickets.csv': 'ID,Subject,Created\n', 'customers.csv': 'ID,Email,Created\n7,ana@example.org,soon\n' }, true],
  ];
  for (const [files, isFailure] of cases) {
    const folder = await folderOf(files);
    for (const more of [[], ['--apply']]) {
      expect(moveInCommand.isFailure?.(await run('csv', folder, ...more)), JSON.stringify(files)).toBe(isFailure);
    }
  }
});

test('edited rows of the mapping that match nothing are listed, and unmapped fields by a name that the mapping takes', async () => {
  const field = { id: 360_001, title: 'Error code', raw_title: 'Error code' };
  const folder = await folderOf({
    'tickets.json': [
      {
        id: 1,
        status: 'open',
        requester_id: 7,
        created_at: '2025-03-01T09:00:00Z',
        custom_fields: [{ id: 360_001, value: 'E14' }],
      },
    ],
    'ticket_fields.json': { ticket_fields: [field] },
  });
  const { unmapped, unused_mapping: unused } = await run('zendesk', folder);
  expect([unmapped.fields, unused]).toEqual([{ 'Error code': 1 }, {}]);
  const file = await mappingOf('zendesk', folder, (table) => ({
    ...table,
    status: { ...table.status, OPEN: 'pending', waitng: 'pending' },
    fields: { ...table.fields, 'Error code': 'error:{value}', 360_002: 'x:{value}' },
  }));
  const edited = await run('zendesk', folder, '--mapping', file);
  expect(edited.unmapped).toEqual({ people: { '7': 1 } });
  expect(edited.unused_mapping).toEqual({ status: ['waitng'], fields: ['360002'] });
  const csv = await folderOf({ 'tickets.csv': 'ID,Subject,Created\n' });
  const unknown = await mappingOf('csv', csv, (table) => ({ ...table, columns: { tickets: { colour: 'ID' } } }));
  await expect(run('csv', csv, '--mapping', unknown)).rejects.toThrow(/mapping.json: .*colour/);
});

test('files of another product are named instead of moving nothing in', async () => {
  const conversation = { type: 'conversation', id: '5', created_at: 1_740_000_000, state: 'open' };
  const intercom = await folderOf({ 'all.json': [conversation] });
  await expect(run('zendesk', intercom)).rejects.toThrow(
    '--from zendesk: no ticket is found; these files look like intercom: all.json',
  );
  await expect(run('csv', intercom)).rejects.toThrow(/look like intercom/);
  const csv = await folderOf({ 'tickets.csv': 'ID,Subject,Created\n1,A,2025-03-01\n' });
  await expect(run('freshdesk', csv)).rejects.toThrow(/look like csv: tickets.csv/);
});

test('a second move-in into a site is refused while one runs, and a dry run is not', async () => {
  const folder = await folderOf({ 'tickets.csv': 'ID,Subject,Created\n1,A,2025-03-01\n' });
  const release = await holdLock(service.database.owner, (db) => tryLockMoveIn(db, own.site.id));
  await expect(run('csv', folder, '--apply')).rejects.toThrow(
    /^Another move-in into site \d+ is running: wait for its end$/,
  );
  expect(await run('csv', folder)).toMatchObject({ tickets: { imported_rows: 1 } });
  await release?.();
  expect(await run('csv', folder, '--apply')).toMatchObject({ tickets: { imported_rows: 1 } });
  expect(await run('csv', folder, '--apply')).toMatchObject({ tickets: { skipped_rows: 1 } });
});

test('the time of solving comes from the ticket metrics of Zendesk, and a guessed one is counted', async () => {
  const ticket = { status: 'solved', requester_id: 7, created_at: '2025-03-01T09:00:00Z' };
  const metrics = { reopens: 0, replies: 1 };
  const folder = await folderOf({
    'tickets.json': {
      tickets: [1, 2, 3].map((id) => ({ ...ticket, id })),
      metric_sets: [
        { ...metrics, ticket_id: 1, solved_at: '2025-03-02T09:00:00Z', status_updated_at: '2025-03-05T09:00:00Z' },
        { ...metrics, ticket_id: 2, solved_at: null, status_updated_at: '2025-03-03T09:00:00Z' },
      ],
    },
  });
  const result = await run('zendesk', folder, '--apply');
  expect(result).toMatchObject({ adjusted: { resolved_guessed: 1 }, files: [{ tickets: 3, resolved: 2 }] });
  const rows = await service.database.owner.query(sql`
    select t.resolved_utc from ticket t join imported_ticket i on i.site_id = t.site_id and i.ticket_id = t.id
    order by i.external_id limit 2`);
  expect(rows).toEqual([{ resolved_utc: '2025-03-02T09:00:00.000Z' }, { resolved_utc: '2025-03-03T09:00:00.000Z' }]);
});
