import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { runAdminOn } from '#server/testing/run-admin.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  own = await service.createSite();
});
afterEach(() => service.close());

async function folderOf(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(path.join(inject('testFolder'), 'export-'));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

// oxlint-disable-next-line typescript/no-explicit-any -- the shape of an answer is what tests find out
function run(from: string, folder: string, ...more: string[]): Promise<any> {
  return runAdminOn(service, 'move-in', '--from', from, '--dir', folder, '--site-id', String(own.site.id), ...more);
}

const call = async (resource: string, query: object) =>
  (await service.call('GET', resource, { token: own.token, query: { ...query } })).json;

/** The only ticket of the site, with its thread. */
async function onlyTicket() {
  const { items } = await call('tickets', {});
  expect(items).toHaveLength(1);
  const { data } = await call('ticket', { id: items[0].id, include: 'comments' });
  const comments = data.comments.map((comment: Record<string, unknown>) =>
    ['author_kind', 'author_name', 'visibility', 'body', 'created_utc'].map((name) => comment[name]),
  );
  return { ...data, comments };
}

const AT = '2025-03-01T09:00:00.000Z';
const LATER = '2025-03-01T10:00:00.000Z';
const USERS = [
  { id: 7, name: 'Ana Alvarez', email: 'ana@example.org', phone: '+34600100200', role: 'end-user', created_at: AT },
  { id: 8, name: 'Cleo Diaz', email: 'cleo@example.com', role: 'agent' },
];
const TICKET = {
  id: 35_436,
  subject: 'Bell is missing',
  description: 'It came without.',
  status: 'solved',
  priority: 'high',
  via: { channel: 'email' },
  requester_id: 7,
  assignee_id: 8,
  created_at: AT,
  updated_at: LATER,
  tags: ['vip'],
};
const FIRST = {
  author_id: 7,
  body: 'It came without.',
  public: true,
  created_at: AT,
  attachments: [{ file_name: 'a.jpg' }],
};

test('a ticket of Zendesk keeps its people, times, notes, tags and the names of its attachments', async () => {
  const folder = await folderOf({
    'users.json': USERS,
    'tickets.json': [
      {
        ...TICKET,
        type: 'problem',
        organization_id: 55,
        custom_fields: [
          { id: 1, value: ['a', 'b'] },
          { id: 2, value: 'x' },
        ],
        metric_set: { solved_at: LATER },
        satisfaction_rating: { score: 'good', comment: 'Thanks', id: 99 },
        comments: [
          { author_id: 8, body: 'Ask the store', public: false, created_at: LATER },
          FIRST,
          {
            author_id: 8,
            html_body: '<p>On its&nbsp;way</p>',
            public: true,
            created_at: LATER,
            attachments: [{ file_name: 'b.pdf' }, { file_name: 'c.pdf' }],
          },
          { author_id: -1, body: 'Solved by a rule', public: false, created_at: LATER },
        ],
      },
    ],
    'organizations.json': [{ id: 55, name: 'Lumen, Cycles', domain_names: [] }],
    'ticket_fields.json': { ticket_fields: [{ id: 1, title: 'Error', raw_title: 'Error' }] },
  });
  const mapping = path.join(folder, '.mapping.json');
  const table = await run('zendesk', folder, '--print-mapping');
  await writeFile(mapping, JSON.stringify({ ...table, fields: { ...table.fields, error: 'error-{value}' } }));
  const result = await run('zendesk', folder, '--mapping', mapping, '--apply');
  expect(result).toMatchObject({
    error_sample: [],
    unmapped: { fields: { '2': 1 } },
    adjusted: { attachments_named: 3 },
    agents: 1,
  });
  const ticket = await onlyTicket();
  expect(ticket).toMatchObject({
    subject: 'Bell is missing',
    status: 'resolved',
    priority: 'high',
    channel: 'email',
    requester_name: 'Ana Alvarez',
    requester_email: 'ana@example.org',
    requester_phone: '+34600100200',
    tags: 'vip,type:problem,organization:Lumen  Cycles,error-a,error-b',
    created_utc: AT,
    first_response_utc: LATER,
    resolved_utc: LATER,
  });
  expect(ticket.comments).toEqual([
    ['customer', 'Ana Alvarez', 'public', 'It came without.\n\nAttachments, not moved: a.jpg', AT],
    ['agent', 'Cleo Diaz', 'internal', 'Ask the store', LATER],
    ['agent', 'Cleo Diaz', 'public', 'On its way\n\nAttachments, not moved: b.pdf, c.pdf', LATER],
    ['system', null, 'internal', 'Solved by a rule', LATER],
  ]);
  const rated = await service.database.owner.query(sql`select score, comment, created_utc from csat_response`);
  expect(rated).toEqual([{ score: 5, comment: 'Thanks', created_utc: LATER }]);
  const agents = (await call('agents', {})).data.items;
  expect(agents.map(({ name, id }: { name: string; id: string }) => [name, id])).toEqual([
    ['Cleo Diaz', ticket.assignee_agent_id],
  ]);
});

test('a first message of an agent, or an internal one, is not taken for the requester’s', async () => {
  const outbound = { author_id: 8, body: 'Your order is late', public: true, created_at: AT };
  const folder = await folderOf({
    'users.json': USERS,
    'tickets.json': [{ ...TICKET, comments: [outbound, { ...FIRST, created_at: LATER }] }],
  });
  await run('zendesk', folder, '--apply');
  const { comments } = await onlyTicket();
  expect(comments.map(([kind, name, , , at]: string[]) => [kind, name, at])).toEqual([
    ['agent', 'Cleo Diaz', AT],
    ['customer', 'Ana Alvarez', LATER],
  ]);
});

test('a conversation of Intercom keeps its parts: notes are internal, bots are AI, parts without text are no comments', async () => {
  const seconds = (iso: string) => Date.parse(iso) / 1_000;
  const user = { type: 'user', id: 'u1', name: 'Ana Alvarez', email: 'ana@example.org' };
  const folder = await folderOf({
    'conversations.json': {
      type: 'conversation.list',
      conversations: [
        {
          type: 'conversation',
          id: '12',
          created_at: seconds(AT),
          updated_at: seconds(LATER),
          source: {
            type: 'conversation',
            subject: '',
            body: '<p>Where is it?<br>Please</p>',
            author: user,
            attachments: [{ name: 'a.jpg' }],
          },
          contacts: { contacts: [{ id: 'u1' }] },
          state: 'closed',
          priority: 'priority',
          admin_assignee_id: 8,
          statistics: { last_close_at: seconds(LATER) },
          conversation_rating: { rating: 4, remark: null, created_at: seconds(LATER) },
          conversation_parts: {
            conversation_parts: [
              {
                part_type: 'comment',
                body: '<p>Looking</p>',
                created_at: seconds(LATER),
                author: { type: 'bot', id: '1', name: 'Helper' },
              },
              { part_type: 'assignment', body: null, created_at: seconds(LATER), author: { type: 'admin', id: '8' } },
              {
                part_type: 'note',
                body: '<p>Refund?</p>',
                created_at: seconds(LATER),
                author: { type: 'admin', id: '8' },
              },
              {
                part_type: 'close',
                body: '<p>Done</p>',
                created_at: seconds(LATER),
                author: { type: 'admin', id: '8', name: 'Cleo Diaz' },
              },
            ],
          },
        },
      ],
    },
    'contacts.ndjson': `${JSON.stringify({ type: 'contact', id: 'u1', role: 'user', email: 'ana@example.org', phone: '+34600100200', name: 'Ana Alvarez' })}\n${JSON.stringify({ type: 'contact', id: 'u2', role: 'lead', name: 'No contact' })}\n`,
    'admins.json': { type: 'admin.list', admins: [{ type: 'admin', id: '8', name: 'Cleo Diaz' }] },
  });
  const result = await run('intercom', folder, '--apply');
  expect(result).toMatchObject({
    error_sample: [],
    unmapped: {},
    left_out: { 'customers without an email or a phone': 1 },
    adjusted: { comments_empty: 1, attachments_named: 1 },
  });
  const ticket = await onlyTicket();
  expect(ticket).toMatchObject({
    subject: 'Where is it?',
    status: 'closed',
    priority: 'high',
    channel: 'web',
    resolved_utc: LATER,
    first_response_utc: LATER,
  });
  expect(ticket.comments).toEqual([
    ['customer', 'Ana Alvarez', 'public', 'Where is it?\nPlease\n\nAttachments, not moved: a.jpg', AT],
    ['ai', 'Helper', 'public', 'Looking', LATER],
    ['agent', 'Cleo Diaz', 'internal', 'Refund?', LATER],
    ['agent', 'Cleo Diaz', 'public', 'Done', LATER],
  ]);
});

test('values that no row of the mapping names fail their tickets, are listed, and are moved after the mapping names them', async () => {
  const folder = await folderOf({
    'users.json': USERS,
    'tickets.json': [
      { ...TICKET, id: 1, status: 'on-hold' },
      { ...TICKET, id: 2, via: { channel: 'fax' } },
      { ...TICKET, id: 3, status: 'deleted' },
      { ...TICKET, id: 4, satisfaction_rating: { score: 'great' } },
      { ...TICKET, id: 5, requester_id: 70, assignee_id: 80, satisfaction_rating: { score: 'offered' } },
    ],
  });
  const report = path.join(folder, '.report.csv');
  const first = await run('zendesk', folder, '--apply', '--report', report);
  expect(first).toMatchObject({
    tickets: { total_rows: 4, imported_rows: 2, skipped_rows: 0, failed_rows: 2 },
    csat: { total_rows: 1, failed_rows: 1 },
    unmapped: { status: { 'on-hold': 1 }, channel: { fax: 1 }, score: { great: 1 }, people: { '70': 1, '80': 1 } },
    left_out: { 'status deleted': 1, 'score offered': 1 },
    error_sample: [
      'tickets.json item 1: unmapped: status on-hold is in no row of the mapping',
      'tickets.json item 2: unmapped: channel fax is in no row of the mapping',
      'the rating of ticket 4: unmapped: score great is in no row of the mapping',
    ],
  });
  expect((await readFile(report, 'utf8')).split('\r\n')[1]).toBe(
    'move-in zendesk,tickets,tickets.json item 1,zendesk:1,failed,unmapped,status on-hold is in no row of the mapping',
  );
  const table = await run('zendesk', folder, '--print-mapping');
  const mapping = path.join(folder, '.mapping.json');
  const edited = {
    ...table,
    status: { ...table.status, 'ON-HOLD': 'pending' },
    channel: { ...table.channel, '*': 'web' },
    score: { ...table.score, great: 5 },
  };
  await writeFile(mapping, JSON.stringify(edited));
  expect(await run('zendesk', folder, '--mapping', mapping, '--apply')).toMatchObject({
    tickets: { imported_rows: 2, skipped_rows: 2, failed_rows: 0 },
    csat: { imported_rows: 1 },
    export: { tickets: 4, ratings: 1 },
    stored: { tickets: 4, ratings: 1, tickets_by_status: { pending: 1, resolved: 3 } },
  });
});

test('what does not fit is kept in another way and counted', async () => {
  const folder = await folderOf({
    'users.json': [
      { ...USERS[0], email: 'ana at example', phone: 'call me' },
      { id: 9, name: 'Ben', email: 'ben@example.org', phone: '+34600100200', role: 'end-user' },
      { id: 10, name: 'Same phone', email: 'same@example.org', phone: '0034 600 100 200', role: 'end-user' },
    ],
    'tickets.json': [
      {
        ...TICKET,
        subject: `${'s'.repeat(299)}é!`,
        tags: [...Array.from({ length: 21 }, (_, n) => `tag${n}`), 't'.repeat(61)],
        comments: [
          { author_id: 7, body: `${'x'.repeat(20_000)}y\0`, public: true, created_at: '2025-01-01T00:00:00Z' },
          { author_id: 7, body: '  ', public: true, created_at: LATER },
        ],
      },
    ],
  });
  const result = await run('zendesk', folder, '--apply');
  expect(result).toMatchObject({
    error_sample: [],
    customers: { imported_rows: 2 },
    left_out: { 'customers without an email or a phone': 1 },
    adjusted: {
      comments_split: 1,
      comments_empty: 1,
      comment_times: 1,
      subjects_cut: 1,
      tags_cut: 1,
      tags_over_20: 1,
      emails_unusable: 2,
      phones_unusable: 2,
      phones_shared: 1,
      characters_removed: 1,
    },
    unmapped: { people: { '8': 1 } },
  });
  const ticket = await onlyTicket();
  expect(ticket.subject).toBe(`${'s'.repeat(299)}…`);
  expect(ticket).toMatchObject({ requester_name: 'Ana Alvarez', requester_email: null, requester_phone: null });
  expect(ticket.tags.split(',')).toHaveLength(20);
  expect(ticket.comments.map(([kind, , visibility, body]: string[]) => [kind, visibility, body?.length])).toEqual([
    ['customer', 'public', 20_000],
    ['customer', 'public', 1],
    ['system', 'internal', expect.any(Number)],
  ]);
  const [, , , note] = ticket.comments[2];
  for (const part of ['é!', 'Email: ana at example', 'Phone: call me', `Tag: ${'t'.repeat(61)}`, 'More tags: tag20']) {
    expect(note).toContain(part);
  }
  expect((await call('customer', { email: 'ben@example.org' })).data.identity.phone).toBe('+34600100200');
  expect((await call('customer', { email: 'same@example.org' })).data.identity.phone).toBeNull();
});

test('the last of several ratings of a ticket is moved, and the list knows more than the ticket', async () => {
  const rating = (id: number, score: string, comment: string | null, at: string) => ({
    id,
    ticket_id: TICKET.id,
    score,
    comment,
    created_at: at,
    updated_at: at,
  });
  const folder = await folderOf({
    'users.json': USERS,
    'tickets.json': [{ ...TICKET, satisfaction_rating: { score: 'good', id: 3 } }],
    'ratings.json': {
      satisfaction_ratings: [
        rating(1, 'offered', null, AT),
        rating(3, 'good', 'Late but fine', LATER),
        rating(2, 'bad', 'Late', AT),
      ],
    },
  });
  await run('zendesk', folder, '--apply');
  const rated = await service.database.owner.query(sql`select score, comment, created_utc from csat_response`);
  expect(rated).toEqual([{ score: 5, comment: 'Late but fine', created_utc: LATER }]);
});

test('a rating that the customer replaced after the move-in stays as it is', async () => {
  const folder = await folderOf({
    'tickets.json': [{ ...TICKET, satisfaction_rating: { score: 'bad', id: 9 } }],
    'users.json': USERS,
  });
  await run('zendesk', folder, '--apply');
  const { id } = await onlyTicket();
  const item = { kind: 'csat', ticket_id: id, score: 4 };
  await service.call('POST', 'ingest', { token: own.token, body: { items: [item] } });
  expect(await run('zendesk', folder, '--apply')).toMatchObject({ csat: { imported_rows: 0, skipped_rows: 1 } });
  expect((await call('csat', {})).data.recent).toMatchObject([{ score: 4 }]);
});

test('unreadable items, files of no use and a CSV file of another encoding are reported', async () => {
  const folder = await folderOf({
    'tickets.json': `${JSON.stringify(TICKET)}\n{"id":\n${JSON.stringify({ ...TICKET, id: 2 })}`,
    'macros.json': [{ id: 1, actions: [] }],
    'readme.txt': 'Hello',
  });
  expect(await run('zendesk', folder)).toMatchObject({
    files: [
      { file: 'macros.json', others: 1 },
      { file: 'tickets.json', tickets: 1, unreadable: 1 },
    ],
    ignored_files: ['readme.txt'],
    unreadable: 1,
    error_sample: ['tickets.json item 2: the file ends in the middle of it'],
  });
  const latin = await folderOf({});
  await writeFile(path.join(latin, 'tickets.csv'), Buffer.from('ID,Subject\n1,Caf\xe9\n', 'latin1'));
  expect(await run('csv', latin)).toMatchObject({ unreadable: 1, error_sample: [expect.stringContaining('UTF-8')] });
});

test('an impossible move-in is refused with one line', async () => {
  const folder = await folderOf({ 'readme.txt': 'Hello' });
  await expect(run('zendesk', folder)).rejects.toThrow(/has no .json, .jsonl, .ndjson, .xml or .csv file$/);
  await expect(run('zendesk', `${folder}/no`)).rejects.toThrow(/^--dir .* cannot be read: ENOENT/);
  expect(() => run('helpscout', folder)).toThrow(/^--from must be one of zendesk, intercom, freshdesk, csv$/);
  expect(() => run('zendesk', folder, '--print-mapping', '--apply')).toThrow(/^--print-mapping cannot be given with/);
  const mapping = path.join(folder, 'mapping.json');
  const table = await run('zendesk', folder, '--print-mapping');
  const refusals: [unknown, RegExp][] = [
    ['{', /mapping.json cannot be read: /],
    [
      { ...table, status: { new: 'waiting' } },
      /mapping.json: status.new must be one of open, pending, resolved, closed$/,
    ],
    [{ ...table, score: { good: 6 } }, /mapping.json: score.good must be 0 to 5$/],
    [{ ...table, colour: {} }, /mapping.json: has unknown names: colour$/],
    [{ ...table, source: 'csv' }, /mapping.json is for csv$/],
  ];
  for (const [content, message] of refusals) {
    await writeFile(mapping, typeof content === 'string' ? content : JSON.stringify(content));
    await expect(run('zendesk', folder, '--mapping', mapping), String(message)).rejects.toThrow(message);
  }
});
