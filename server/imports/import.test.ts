import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { runAdminOn } from '#server/testing/run-admin.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  own = await service.createSite();
});
afterEach(() => service.close());

async function fileOf(content: string | Uint8Array): Promise<string> {
  const file = path.join(await mkdtemp(path.join(inject('testFolder'), 'import-')), 'rows.ndjson');
  await writeFile(file, content);
  return file;
}

const lines = (rows: readonly unknown[]) =>
  rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');

async function run(kind: string, content: string | Uint8Array): Promise<Record<string, unknown>> {
  const file = await fileOf(content);
  return runAdminOn(service, 'import', '--site-id', String(own.site.id), '--kind', kind, '--file', file);
}

const tickets = async (query = 'limit=200') => (await service.call('GET', 'tickets', { token: own.token, query })).json;
const ticket = async (id: unknown) =>
  (
    await service.call('GET', 'ticket', {
      token: own.token,
      query: { id: String(id), include: 'activity,comments,links' },
    })
  ).json.data;
const status = async () => (await service.call('GET', 'migrate_status', { token: own.token })).json.data;

const FULL = {
  external_id: 'old-17',
  subject: 'Frame is bent',
  channel: 'email',
  priority: 'high',
  requester_name: 'Ana Alvarez',
  requester_email: 'Ana@Example.org',
  requester_phone: '+34 600 100 200',
  initial_comment: 'It came so.',
  required_skills: ['frames'],
  status: 'resolved',
  tags: 'vip, Return',
  created_utc: '2026-09-01T08:00:00Z',
  resolved_utc: '2026-09-03T10:00:00+02:00',
  comments: [
    { author_kind: 'agent', body: 'Send us a picture.', created_utc: '2026-09-01T09:30:00Z' },
    { author_kind: 'customer', body: 'Here it is.', created_utc: '2026-09-02T07:00:00Z' },
    { author_kind: 'agent', body: 'Warranty case', visibility: 'internal' },
    { author_kind: 'ai', body: 'A new one is on its way.', created_utc: '2026-09-02T12:00:00Z' },
    { author_kind: 'system', body: 'Parcel delivered.', created_utc: '2026-09-04T12:00:00Z' },
  ],
};

test('a ticket has its history as if written at the time', async () => {
  expect(await run('tickets', lines([FULL]))).toEqual({
    site_id: own.site.id,
    kind: 'tickets',
    total_rows: 1,
    imported_rows: 1,
    skipped_rows: 0,
    failed_rows: 0,
    error_sample: [],
  });
  const [listed] = (await tickets()).items;
  const read = await ticket(listed.id);
  expect(read).toMatchObject({
    ticket_number: 1001,
    subject: 'Frame is bent',
    status: 'resolved',
    priority: 'high',
    channel: 'email',
    requester_name: 'Ana Alvarez',
    requester_email: 'Ana@Example.org',
    requester_phone: '+34 600 100 200',
    tags: 'vip,Return',
    required_skills: ['frames'],
    created_utc: '2026-09-01T08:00:00.000Z',
    first_response_utc: '2026-09-01T09:30:00.000Z',
    resolved_utc: '2026-09-03T08:00:00.000Z',
    updated_utc: '2026-09-04T12:00:00.000Z',
  });
  expect(
    read.comments.map(({ author_kind, author_name, visibility, body, created_utc }: Record<string, unknown>) => [
      author_kind,
      author_name,
      visibility,
      body,
      created_utc,
    ]),
  ).toEqual([
    ['customer', 'Ana Alvarez', 'public', 'It came so.', '2026-09-01T08:00:00.000Z'],
    ['agent', null, 'public', 'Send us a picture.', '2026-09-01T09:30:00.000Z'],
    ['customer', 'Ana Alvarez', 'public', 'Here it is.', '2026-09-02T07:00:00.000Z'],
    ['agent', null, 'internal', 'Warranty case', '2026-09-02T07:00:00.000Z'],
    ['ai', null, 'public', 'A new one is on its way.', '2026-09-02T12:00:00.000Z'],
    ['system', null, 'public', 'Parcel delivered.', '2026-09-04T12:00:00.000Z'],
  ]);
  expect(read.activity.map(({ kind }: { kind: string }) => kind)).toEqual([
    'created',
    'tags',
    'comment',
    'comment',
    'comment',
    'comment',
    'status',
    'comment',
  ]);
  const customer = await service.call('GET', 'customer', { token: own.token, query: 'email=ana@example.org' });
  expect(customer.json.data.identity).toMatchObject({
    ticket_count: 1,
    first_seen_utc: '2026-09-01T08:00:00.000Z',
    last_seen_utc: '2026-09-01T08:00:00.000Z',
  });
  // Imported rows count in their own months, and their tags and words can be found.
  const months = await service.database.owner.query(sql`
    select channel, count(*)::int as n from channel_message where direction = 'in' and created_utc < ${'2026-10-01T00:00:00Z'} group by 1`);
  expect(months).toEqual([{ channel: 'email', n: 2 }]);
  expect((await tickets('tag=return&q=frame%20alvarez')).total_count).toBe(1);
});

test('an imported ticket leaves phone and name of an existing customer unchanged', async () => {
  await service.call('POST', 'tickets', {
    token: own.token,
    body: { subject: 'Bell', requester_email: 'ana@example.org' },
  });
  await run('tickets', lines([FULL]));
  const { json } = await service.call('GET', 'customer', { token: own.token, query: 'email=ana@example.org' });
  expect(json.data.identity).toMatchObject({ ticket_count: 2, phone: null, display_name: null });
});

test('omitted fields have defaults, and given fields override values derived from comments', async () => {
  await run(
    'tickets',
    lines([
      { external_id: 'a', subject: 'Plain' },
      {
        external_id: 'b',
        subject: 'Told',
        first_response_utc: '2026-11-01T10:00:00Z',
        created_utc: '2026-11-01T09:00:00Z',
        status: 'closed',
      },
      {
        external_id: 'c',
        subject: 'Waits',
        status: 'pending',
        created_utc: '2026-11-02T09:00:00Z',
        tags: null,
        resolved_utc: null,
      },
    ]),
  );
  const { items } = await tickets('order_by=created&dir=asc');
  expect(items.map((item: { subject: string }) => item.subject)).toEqual(['Told', 'Waits', 'Plain']);
  expect(items[0]).toMatchObject({
    status: 'closed',
    first_response_utc: '2026-11-01T10:00:00.000Z',
    resolved_utc: '2026-11-01T09:00:00.000Z',
  });
  expect(items[1]).toMatchObject({ status: 'pending', resolved_utc: null, first_response_utc: null, tags: null });
  expect(items[2]).toMatchObject({ status: 'open', priority: 'normal', channel: 'web', created_utc: NOW });
});

test('an invalid line fails alone with its number and the API error, and existing rows are skipped', async () => {
  const good = { external_id: 'good', subject: 'Good' };
  const first = await run(
    'tickets',
    `\uFEFF${lines([
      good,
      '{"external_id":',
      '',
      '   ',
      '[1]',
      { subject: 'No id' },
      { ...good, external_id: 'x', colour: 'red' },
      { ...good, external_id: 'x', subject: 'y'.repeat(301), status: 'new' },
      { ...good, external_id: 'x', created_utc: '2026-11-20T14:30:00.001Z' },
      { ...good, external_id: 'x', created_utc: '2026-11-02T00:00:00Z', first_response_utc: '2026-11-01T00:00:00Z' },
      { ...good, external_id: 'x', resolved_utc: NOW, created_utc: '2026-11-02T00:00:00Z' },
      { ...good, external_id: 'x', tags: Array.from({ length: 21 }, (_, n) => `t${n}`).join(',') },
      {
        ...good,
        external_id: 'x',
        comments: [{ author_kind: 'agent', body: 'z', created_utc: '2027-01-01T00:00:00Z' }],
      },
      { ...good, external_id: 'x', requester_email: 'no address' },
      good,
      { ...good, external_id: 'x' },
    ])}\r\n`,
  );
  expect(first).toMatchObject({ total_rows: 14, imported_rows: 2, skipped_rows: 1, failed_rows: 11 });
  expect(first['error_sample']).toEqual([
    'line 2: bad_request: the line is not JSON',
    'line 5: bad_request: the line is not a JSON object',
    'line 6: missing_field: external_id is required',
    'line 7: bad_field: colour is not a field of this request',
    expect.stringMatching(/^line 8: bad_field: subject must be text of 1 to 300 characters; one more field is wrong$/),
    'line 9: bad_field: created_utc must not be in the future',
    'line 10: bad_field: first_response_utc must not be before created_utc',
    'line 11: bad_field: resolved_utc can only be given with the status resolved or closed',
    'line 12: bad_field: tags must have at most 20 entries',
    'line 13: bad_field: comments[0].created_utc must not be in the future',
    'line 14: bad_field: requester_email must be an email address',
  ]);
  // A failed row leaves neither a customer nor a visible ticket.
  expect((await tickets()).total_count).toBe(2);
  const again = await run('tickets', lines([good, { ...good, external_id: 'x' }, { ...good, external_id: 'new' }]));
  expect(again).toMatchObject({ total_rows: 3, imported_rows: 1, skipped_rows: 2, failed_rows: 0, error_sample: [] });
  service.clock.advance(60_000);
  await run('tickets', 'nothing');
  expect((await status()).tickets).toEqual({
    imported_rows: 3,
    skipped_rows: 3,
    failed_rows: 12,
    run_count: 3,
    last_run_utc: '2026-11-20T14:31:00.000Z',
  });
});

test('invalid bytes affect only their line, and the first twenty of many invalid lines are reported', async () => {
  const bytes = Buffer.concat([
    Buffer.from('{"external_id":"1","name":"One","body":""}\n'),
    Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
    Buffer.from('{"external_id":"2","name":"Two","body":"a\\u0000b"}\n'),
    Buffer.from('x\n'.repeat(250)),
    Buffer.from('{"external_id":"3","name":"Three","body":"Dear {{name}}"}'),
  ]);
  const result = await run('macros', bytes);
  expect(result).toMatchObject({ total_rows: 254, imported_rows: 2, failed_rows: 252 });
  expect(result['error_sample']).toHaveLength(20);
  expect(result['error_sample']).toEqual(
    expect.arrayContaining([
      'line 2: bad_request: the line is not UTF-8',
      'line 3: bad_field: body must not contain NUL or unpaired surrogates',
    ]),
  );
});

test('an import sends no webhook events', async () => {
  await service.database.owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
    values (${own.site.id}, 5000, 'https://example.org/', '{*}', true, 'active', '', '', ${NOW}, ${NOW})`);
  expect(await run('tickets', lines([FULL]))).toMatchObject({ imported_rows: 1 });
  expect(await service.database.owner.query(sql`select 1 as one from webhook_delivery`)).toEqual([]);
  await service.call('POST', 'tickets', { token: own.token, body: { subject: 'News' } });
  expect(await service.database.owner.query(sql`select event_type from webhook_delivery`)).toEqual([
    { event_type: 'ticket.created' },
  ]);
});

test('hundreds of tickets are imported in batches, and leave one audit line with the current time and no texts', async () => {
  const rows = Array.from({ length: 230 }, (_, n) => ({ ...FULL, external_id: `n${n}`, subject: `canary ${n}` }));
  expect(await run('tickets', lines(rows))).toMatchObject({ imported_rows: 230 });
  const logged = await service.database.owner.query<{ action: string; n: number; first: string; text: string }>(sql`
    select action, count(*)::int as n, min(at_utc) as first, string_agg(changes::text, ' ') as text from audit_log
    where actor_kind = 'admin' and action like '%import%' group by action order by action`);
  expect(logged.map(({ action, n, first }) => [action, n, first])).toEqual([['import.run', 1, NOW]]);
  expect(logged.map(({ text }) => text).join(' ')).not.toContain('canary');
  expect(await service.database.owner.query(sql`select 1 as one from audit_log where at_utc < ${NOW}`)).toEqual([]);
});

test('the planner has statistics right after an import', async () => {
  const known = async () =>
    (
      await service.database.owner.query(sql`select reltuples::integer as rows from pg_class where relname = 'ticket'`)
    )[0];
  await run('tickets', lines([{ ...FULL, external_id: 'one' }]));
  expect(await known()).toEqual({ rows: 1 });
  await run('tickets', lines([1, 2, 3].map((n) => ({ ...FULL, external_id: `n${n}` }))));
  expect(await known()).toEqual({ rows: 4 });
});

test('an impossible import is refused with one line', async () => {
  const file = await fileOf('{}');
  const on =
    (...args: string[]) =>
    () =>
      runAdminOn(service, 'import', ...args);
  const site = String(own.site.id);
  expect(on('--site-id', site, '--kind', 'people', '--file', file)).toThrow(
    /^--kind must be one of customers, tickets, articles, macros/,
  );
  expect(on('--site-id', site, '--kind', 'tickets')).toThrow(/^--file is missing/);
  await expect(on('--site-id', '999', '--kind', 'tickets', '--file', file)()).rejects.toThrow(
    /^--site-id 999 is not a site/,
  );
  await expect(on('--site-id', site, '--kind', 'tickets', '--file', `${file}.no`)()).rejects.toMatchObject({
    name: 'StartFailure',
    message: expect.stringMatching(/^--file [^\n]* cannot be read: ENOENT/),
  });
  await expect(on('--site-id', site, '--kind', 'tickets', '--file', path.dirname(file))()).rejects.toThrow(
    /is a folder$/,
  );
});

test('an assignee is the agent of that name, made once if new, and authors of comments keep their names', async () => {
  const created = await runAdminOn(service, 'agent', 'create', '--site-id', String(own.site.id), '--name', 'Ben Ito');
  const comments = [
    { author_kind: 'agent', author_name: 'Cleo Diaz', body: 'Hello' },
    { author_kind: 'customer', author_name: 'Her sister', body: 'Hi' },
    { author_kind: 'ai', author_name: 'Helper', body: 'Beep' },
    { author_kind: 'customer', body: 'Bye' },
  ];
  await run(
    'tickets',
    lines([
      { ...FULL, external_id: '1', assignee: 'Cleo Diaz', comments },
      { ...FULL, external_id: '2', assignee: ' Cleo Diaz ' },
      { ...FULL, external_id: '3', assignee: 'Ben Ito' },
      { ...FULL, external_id: '4', assignee: null },
      { ...FULL, external_id: '5', assignee: 'Dan Eco', subject: '' },
    ]),
  );
  await run('tickets', lines([{ ...FULL, external_id: '6', assignee: 'Cleo Diaz' }]));
  const { items: agents } = (await service.call('GET', 'agents', { token: own.token })).json.data;
  expect(agents.map(({ name }: { name: string }) => name)).toEqual(['Ben Ito', 'Cleo Diaz']);
  const assigned = async (id: unknown) => (await tickets(`limit=200&assignee=${String(id)}`)).total_count;
  expect(await assigned(created['agent_id'])).toBe(1);
  expect(await assigned(agents[1].id)).toBe(3);
  expect(await assigned('none')).toBe(1);
  const stored = (await tickets('limit=200&order_by=created&dir=asc')).items;
  const first = await ticket(stored[0].id);
  expect(first.comments.map(({ author_name }: { author_name: string | null }) => author_name)).toEqual([
    'Ana Alvarez',
    'Cleo Diaz',
    'Her sister',
    'Helper',
    'Ana Alvarez',
  ]);
});

test('a row that the database refuses fails alone, and the others of its batch are stored', async () => {
  const { owner } = service.database;
  await owner.query(sql`alter table ticket add constraint no_blocker check (subject <> 'Blocker') not valid`);
  try {
    const rows = ['One', 'Blocker', 'Two'].map((subject) => ({ external_id: subject, subject }));
    expect(await run('tickets', lines(rows))).toMatchObject({
      imported_rows: 2,
      failed_rows: 1,
      error_sample: ['line 2: internal_error: the database refuses: 23514'],
    });
    expect((await tickets()).total_count).toBe(2);
  } finally {
    await owner.query(sql`alter table ticket drop constraint no_blocker`);
  }
});

test('the report lists each row that was left out and why, and a repeated command replaces it', async () => {
  const file = await fileOf(
    lines([
      { external_id: 'a', subject: 'A' },
      'nothing',
      { external_id: '=b', subject: '' },
      { external_id: 'a', subject: 'A' },
    ]),
  );
  const report = path.join(path.dirname(file), 'left-out.csv');
  const on = () =>
    runAdminOn(
      service,
      ...['import', '--site-id', String(own.site.id), '--kind', 'tickets', '--file', file],
      ...['--name', 'Autumn', '--report', report],
    );
  await on();
  expect((await readFile(report, 'utf8')).split('\r\n')).toEqual([
    'run,kind,place,external_id,outcome,code,message',
    'Autumn,tickets,line 2,,failed,bad_request,the line is not JSON',
    "Autumn,tickets,line 3,'=b,failed,bad_field,subject must be text of 1 to 300 characters",
    'Autumn,tickets,line 4,a,skipped,,this external_id was imported before',
    '',
  ]);
  expect((await stat(report)).mode & 0o777).toBe(0o600);
  await on();
  const again = await readFile(report, 'utf8');
  expect(again.match(/skipped/g)).toHaveLength(2);
  expect(again.match(/^run,/gm)).toHaveLength(1);
  await writeFile(report, 'My own file');
  await expect(on()).rejects.toThrow(/left-out.csv already exists and is not the report of an import$/);
  expect(await readFile(report, 'utf8')).toBe('My own file');
});
