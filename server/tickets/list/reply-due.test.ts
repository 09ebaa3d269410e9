import { expect, test } from 'vitest';
import { ADMIN_ACTOR } from '#server/audit/outside-actor.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { useTicketDesk } from '#server/testing/ticket-desk.ts';
import { addCommentRecord } from '#server/tickets/write/add-comment-record.ts';
import { importTicketRecords, type ImportedTicket } from '#server/tickets/write/import-ticket-record.ts';

// A Friday, 15:30 in Berlin.
const NOW = '2026-11-20T14:30:00.000Z';
const HOUR_MS = 3_600_000;
const desk = useTicketDesk(NOW);
const WEEK = [1, 2, 3, 4, 5].map((day_of_week) => ({ day_of_week, open_minute: 540, close_minute: 1_020 }));

const call = async (method: 'GET' | 'PATCH' | 'POST', resource: string, how: object, token = desk.token) => {
  const answer = await desk.service.call(method, resource, { token, ...how });
  expectSuccess(answer);
  return answer.json.data ?? answer.json;
};

async function setCalendar(calendar: object, token = desk.token): Promise<void> {
  const body = { time_zone: 'Europe/Berlin', week: WEEK, flag_on: true, ...calendar };
  await call('PATCH', 'business_calendar', { body }, token);
}

async function setTarget(minutes: number | null, token = desk.token): Promise<void> {
  const { version } = await call('GET', 'site_settings', {}, token);
  await call('PATCH', 'site_settings', { body: { version, values: { reply_target_minutes: minutes } } }, token);
}

async function setHours(targetMinutes: number): Promise<void> {
  await setCalendar({});
  await setTarget(targetMinutes);
}

const dueOf = async (id: bigint): Promise<string | null> =>
  (await call('GET', 'ticket', { query: { id } })).reply_due_utc;
const list = (query: string) => call('GET', 'tickets', { query });
const numbers = async (query: string): Promise<number[]> =>
  (await list(query)).items.map(({ ticket_number }: { ticket_number: number }) => ticket_number);
const comment = (id: bigint, more: object = {}) =>
  call('POST', 'ticket_comments', { body: { ticket_id: id, body: 'Hello', ...more } });

/** Writes directly: the API cannot add a customer's comment. */
async function customerWrites(id: bigint, visibility: 'public' | 'internal' = 'public'): Promise<void> {
  const db = desk.service.database.forSite(desk.home.site.id);
  const context = { actor: ADMIN_ACTOR, now: desk.service.clock.now(), extensions: true };
  const input = { ticket_id: id, body: 'Any news?', isFromRequester: true, visibility } as const;
  await db.transaction((db) => addCommentRecord(db, desk.home.site, input, context));
}

test('IN-35: a reply is due after the target in open time: 90 minutes today, 30 on Monday', async () => {
  await setHours(120);
  const ticket = await desk.create({ initial_comment: 'Where is my bell?' });
  expect(ticket.reply_due_utc).toBe('2026-11-23T08:30:00.000Z');
  expect(await dueOf(BigInt(ticket.id))).toBe(ticket.reply_due_utc);
  expect((await list('')).items[0].reply_due_utc).toBe(ticket.reply_due_utc);
  expect((await list('count=0')).items[0].reply_due_utc).toBe(ticket.reply_due_utc);
});

test('IN-35: holidays, yearly holidays and dates with own hours move due times at once', async () => {
  await setHours(120);
  const id = await desk.createId();
  await setCalendar({ holidays: [{ date: '2026-11-23', name: 'Closed' }] });
  expect(await dueOf(id)).toBe('2026-11-24T08:30:00.000Z');
  await setCalendar({ holidays: [{ date: '2019-11-23', name: 'Founders', recurring: true }] });
  expect(await dueOf(id)).toBe('2026-11-24T08:30:00.000Z');
  await setCalendar({ holidays: [{ date: '2019-11-23', name: 'Founders', recurring: true, active: false }] });
  expect(await dueOf(id)).toBe('2026-11-23T08:30:00.000Z');
  await setCalendar({ overrides: [{ date: '2026-11-21', windows: [{ open_minute: 600, close_minute: 720 }] }] });
  expect(await dueOf(id)).toBe('2026-11-21T09:30:00.000Z');
});

test('IN-35: without a target nothing is due; without a calendar in effect every minute counts; without any hours nothing is due', async () => {
  await setCalendar({});
  const id = await desk.createId();
  expect(await dueOf(id)).toBeNull();
  await setTarget(120);
  await setCalendar({ flag_on: false });
  expect(await dueOf(id)).toBe('2026-11-20T16:30:00.000Z');
  await setCalendar({ week: [] });
  expect(await dueOf(id)).toBeNull();
  expect(await numbers('overdue=1')).toEqual([]);
  await setTarget(null);
  await setCalendar({});
  expect(await dueOf(id)).toBeNull();
});

test('IN-35: a public reply answers, a note does not; the next message of the customer awaits a reply again', async () => {
  await setHours(60);
  const id = await desk.createId();
  const first = '2026-11-20T15:30:00.000Z';
  expect((await comment(id, { visibility: 'internal' })).ticket.reply_due_utc).toBe(first);
  desk.service.clock.advance(10 * 60_000);
  await customerWrites(id, 'internal');
  expect(await dueOf(id)).toBe(first);
  // The last of several messages counts.
  await customerWrites(id);
  expect(await dueOf(id)).toBe('2026-11-20T15:40:00.000Z');
  expect((await comment(id)).ticket.reply_due_utc).toBeNull();
  expect(await dueOf(id)).toBeNull();
  desk.service.clock.advance(10 * 60_000);
  await customerWrites(id);
  expect(await dueOf(id)).toBe('2026-11-20T15:50:00.000Z');
});

test('IN-35: no reply is due while a ticket is resolved or closed; it is due again after reopening or undo', async () => {
  await setHours(60);
  const id = await desk.createId();
  const due = '2026-11-20T15:30:00.000Z';
  expect((await desk.patchId(id, { status: 'pending' })).reply_due_utc).toBe(due);
  expect((await desk.patchId(id, { status: 'resolved' })).reply_due_utc).toBeNull();
  expect((await desk.patchId(id, { status: 'open' })).reply_due_utc).toBe(due);
  expect((await desk.patchId(id, { priority: 'high' })).reply_due_utc).toBe(due);
  const { undo_token } = await desk.bulk({ ids: [id], patch: { status: 'closed' } });
  expect(await dueOf(id)).toBeNull();
  await call('POST', 'tickets_undo', { body: { undo_token } });
  expect(await dueOf(id)).toBe(due);
  const late = await desk.service.call('PATCH', 'ticket', {
    token: desk.token,
    body: { id, status: 'open', version: 1 },
  });
  expectError(late, 'conflict');
  expect(late.json.error.current.reply_due_utc).toBe(due);
});

test('IN-35: GET customer has the due times of the newest tickets', async () => {
  await setHours(60);
  await desk.create({ requester_email: 'ana@example.org' });
  const customer = await call('GET', 'customer', { query: 'email=ana@example.org' });
  expect(customer.recent_tickets[0].reply_due_utc).toBe('2026-11-20T15:30:00.000Z');
  const { items } = await list(`customer_identity_id=${customer.identity.id}`);
  expect(items[0].reply_due_utc).toBe('2026-11-20T15:30:00.000Z');
});

test('IN-35: imported tickets await a reply to unanswered messages', async () => {
  await setHours(60);
  const [asked, replied, again] = ['2026-11-19T09:00:00.000Z', '2026-11-19T10:00:00.000Z', '2026-11-19T11:00:00.000Z'];
  const said = (authorKind: 'customer' | 'agent' | 'ai', createdUtc: string) =>
    ({ authorKind, authorName: null, createdUtc, body: 'Text', visibility: 'public' }) as const;
  const cases: [Partial<ImportedTicket>, string | null][] = [
    [{}, '2026-11-19T10:00:00.000Z'],
    [{ comments: [said('agent', replied)] }, null],
    // A message of AI is no first response either.
    [{ comments: [said('ai', replied)] }, '2026-11-19T10:00:00.000Z'],
    [{ comments: [said('agent', replied), said('customer', again)] }, '2026-11-19T12:00:00.000Z'],
    [{ comments: [said('customer', again), said('agent', replied)] }, '2026-11-19T12:00:00.000Z'],
    // The other system reports a response that was not imported.
    [{ firstResponseUtc: replied }, null],
    [{ firstResponseUtc: replied, comments: [said('customer', again)] }, '2026-11-19T12:00:00.000Z'],
    [{ status: 'resolved' }, null],
  ];
  const db = desk.service.database.forSite(desk.home.site.id);
  for (const [more, due] of cases) {
    const ticket: ImportedTicket = {
      request: { subject: 'Moved' },
      status: 'open',
      tags: null,
      assignee: null,
      createdUtc: asked,
      firstResponseUtc: null,
      resolvedUtc: null,
      comments: [],
      ...more,
    };
    const context = { actor: ADMIN_ACTOR, now: desk.service.clock.now() };
    const [id = 0n] = await db.transaction((db) => importTicketRecords(db, desk.home.site, [ticket], context));
    expect(await dueOf(id), JSON.stringify(more)).toBe(due);
  }
});

/** Five tickets an hour apart; 1002 is answered and 1004 resolved. */
async function makeFive(): Promise<void> {
  desk.service.clock.advance(-5 * HOUR_MS);
  for (const number of [1001, 1002, 1003, 1004, 1005]) {
    const id = await desk.createId();
    if (number === 1002) await comment(id);
    if (number === 1004) await desk.patchId(id, { status: 'resolved' });
    desk.service.clock.advance(HOUR_MS);
  }
}

test('IN-35: order_by=due: the soonest comes first or last; tickets that await no reply come last, newest first', async () => {
  await setHours(120);
  await makeFive();
  const soonest = [1001, 1003, 1005, 1004, 1002];
  expect(await numbers('order_by=due')).toEqual(soonest);
  expect(await numbers('order_by=due&dir=asc')).toEqual(soonest);
  expect(await numbers('order_by=due&dir=desc')).toEqual([1005, 1003, 1001, 1004, 1002]);
  for (const count of ['', '&count=0']) {
    const pages = await Promise.all([0, 2, 4, 6].map((skip) => numbers(`order_by=due&limit=2&skip=${skip}${count}`)));
    expect(pages).toEqual([[1001, 1003], [1005, 1004], [1002], []]);
  }
  expect(await numbers('order_by=due&status=open')).toEqual([1001, 1003, 1005, 1002]);
});

test('IN-35: overdue=1 has the tickets whose reply is due by now, to the millisecond, for each target', async () => {
  await setHours(120);
  await makeFive();
  // Created at 9:30, 11:30 and 13:30 UTC; it is 14:30.
  expect(await numbers('overdue=1&order_by=due')).toEqual([1001, 1003]);
  expect((await list('overdue=1&limit=1')).total_count).toBe(2);
  expect(await numbers('overdue=1&order_by=due&dir=desc&all=1')).toEqual([1003, 1001]);
  const count = async (minutes: number) => {
    await setTarget(minutes);
    return (await list('overdue=1&limit=1')).total_count;
  };
  await setTarget(60);
  const shorter = await list('order_by=due');
  expect(shorter.items.map(({ reply_due_utc }: { reply_due_utc: string }) => reply_due_utc)).toEqual([
    '2026-11-20T10:30:00.000Z',
    '2026-11-20T12:30:00.000Z',
    NOW,
    null,
    null,
  ]);
  expect([await count(60), await count(61), await count(180), await count(181), await count(43_200)]).toEqual([
    3, 2, 2, 1, 0,
  ]);
  desk.service.clock.advance(-1);
  expect(await count(60)).toBe(2);
});

test('IN-35: overdue filters facets, exports and bulk changes as it filters the list', async () => {
  await setHours(120);
  await makeFive();
  const { facets } = await list('overdue=1&facets=1');
  expect(facets.status).toEqual({ open: 2, pending: 0, resolved: 0, closed: 0 });
  const csv = await desk.service.call('GET', 'tickets', {
    token: desk.token,
    query: 'overdue=1&order_by=due&format=csv&all=1',
  });
  expect(csv.text.trim().split(/\r?\n/)).toHaveLength(3);
  const bulk = await desk.bulk({ filter: { overdue: '1' }, patch: { priority: 'high' } });
  expect(bulk.results).toHaveLength(2);
  expect(await numbers('priority=high&order_by=due')).toEqual([1001, 1003]);
});

test.each(['overdue=0', 'overdue=yes'])('IN-35: tickets refuse %s', async (query) => {
  expectError(await desk.service.call('GET', 'tickets', { token: desk.token, query }), 'bad_field');
});

test('IN-35: the calendar and the target of another site have no effect', async () => {
  await setHours(60);
  const other = await desk.service.createSite({ name: 'Other' });
  await setCalendar({ week: [], flag_on: false }, other.token);
  await setTarget(5, other.token);
  const id = await desk.createId();
  expect(await dueOf(id)).toBe('2026-11-20T15:30:00.000Z');
});
