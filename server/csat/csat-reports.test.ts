import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { CSAT_NOW, CsatDesk } from '#server/testing/csat-desk.ts';

const desk = new CsatDesk();
const { get, read, write, ticket, rateTicket, rate } = desk;
beforeEach(desk.open);
afterEach(desk.close);

test('CS-03: by default the last 30 days of the zone with today; one end alone gives 30 days', async () => {
  const window = async (query: string) => {
    const { from, to, zone, previous } = await read(`report=summary&${query}`);
    return [from, to, zone, previous.from, previous.to];
  };
  expect(await window('')).toEqual(['2026-10-22', '2026-11-21', 'Europe/Berlin', '2026-09-22', '2026-10-22']);
  expect(await window('from=2026-09-01')).toEqual([
    '2026-09-01',
    '2026-10-01',
    'Europe/Berlin',
    '2026-08-02',
    '2026-09-01',
  ]);
  expect(await window('to=2026-03-01')).toEqual([
    '2026-01-30',
    '2026-03-01',
    'Europe/Berlin',
    '2025-12-31',
    '2026-01-30',
  ]);
  expect(await window('from=2026-11-01&to=2026-11-08&zone=UTC')).toEqual([
    '2026-11-01',
    '2026-11-08',
    'UTC',
    '2026-10-25',
    '2026-11-01',
  ]);
  // 14:30 on the 20th in UTC is the 21st there.
  expect((await window('zone=Pacific/Kiritimati')).slice(0, 2)).toEqual(['2026-10-23', '2026-11-22']);
});

test.each([
  'zone=Europe/Atlantis',
  'zone=%2B01:00',
  'from=2026-11-20&to=2026-11-20',
  'from=2026-11-21&to=2026-11-20',
  'from=2025-11-19&to=2026-11-21',
  'from=0001-01-01',
  'to=9999-12-31',
  'from=2026-02-30',
  'priority=middle',
  'agent=x',
  'definition=median',
  'days=7',
])('refuses %s', async (query) => {
  for (const report of ['summary', 'days', 'splits', 'answers']) {
    expectError(await get(`report=${report}&${query}`), 'bad_field');
  }
});

test('accepts 366 days and returns each of them', async () => {
  const { items, total_count } = await read('report=days&from=2023-12-31&to=2024-12-31');
  expect([items.length, total_count, items[60].date, items[365].date]).toEqual([366, 366, '2024-02-29', '2024-12-30']);
});

test('CS-01, CS-07: score, distribution and response rate of a window and the one before', async () => {
  await write('PATCH', 'ticket', { id: await ticket(), status: 'resolved' });
  for (const score of [0, 3, 4, 4, 5, 5]) {
    const id = await ticket();
    await write('PATCH', 'ticket', { id, status: 'resolved' });
    await rateTicket(id, score);
  }
  await rate(1, '2026-10-21T12:00:00.000Z');
  expect(await read('report=summary')).toMatchObject({
    definition: 'mean',
    good_from: 4,
    responses: 6,
    resolved: 7,
    response_rate: 6 / 7,
    value: 3.5,
    distribution: { '0': 1, '1': 0, '2': 0, '3': 1, '4': 2, '5': 2 },
    previous: { responses: 1, resolved: 0, response_rate: null, value: 1 },
  });
  expect((await read('report=summary&definition=share_good')).value).toBeCloseTo(4 / 6, 12);
  expect((await read('report=summary&definition=share_top')).value).toBeCloseTo(2 / 6, 12);
  const values = { csat_definition: 'share_good', csat_good_from: 3 };
  await write('PATCH', 'site_settings', { version: 0, values });
  expect(await read('report=summary')).toMatchObject({ definition: 'share_good', good_from: 3, value: 5 / 6 });
  expect(await read('report=summary&definition=mean')).toMatchObject({ definition: 'mean', value: 3.5 });
  expect(await read('report=summary&priority=normal')).toMatchObject({ resolved: null, response_rate: null });
});

test('CS-01: a reopened ticket is not counted as resolved; one that is resolved later is counted then', async () => {
  const id = await ticket();
  await write('PATCH', 'ticket', { id, status: 'resolved' });
  await rateTicket(id, 4);
  const rates = async () => {
    const { resolved, response_rate } = await read('report=summary&from=2026-11-20&to=2026-11-21');
    return [resolved, response_rate];
  };
  expect(await rates()).toEqual([1, 1]);
  await write('PATCH', 'ticket', { id, status: 'open' });
  expect(await rates()).toEqual([0, null]);
  desk.service.clock.set('2026-11-22T09:00:00.000Z');
  await write('PATCH', 'ticket', { id, status: 'resolved' });
  expect(await rates()).toEqual([0, null]);
  const later = await read('report=summary&from=2026-11-22&to=2026-11-23');
  expect([later.resolved, later.response_rate, later.responses]).toEqual([1, 1, 0]);
});

test('CS-02, CS-14: days of 23 and 25 hours, and days without answers', async () => {
  // Clocks in Berlin go forward on the 29th of March 2026 and back on the 25th of October.
  for (const at of ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z']) {
    await rate(4, at);
  }
  const perDay = async (query: string) =>
    (await read(`report=days&${query}`)).items.map(({ date, responses }: { date: string; responses: number }) => [
      date.slice(5),
      responses,
    ]);
  expect(await perDay('from=2026-03-27&to=2026-03-31')).toEqual([
    ['03-27', 0],
    ['03-28', 1],
    ['03-29', 2],
    ['03-30', 1],
  ]);
  for (const at of ['2026-10-24T21:59:59Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z']) {
    await rate(2, at);
  }
  expect(await perDay('from=2026-10-24&to=2026-10-27')).toEqual([
    ['10-24', 1],
    ['10-25', 2],
    ['10-26', 1],
  ]);
  const [empty] = (await read('report=days&from=2026-03-27&to=2026-03-31')).items;
  expect(empty).toEqual({ date: '2026-03-27', responses: 0, value: null });
});

test('CS-02: days in Kathmandu begin at a quarter past an hour of UTC', async () => {
  for (const at of [
    '2026-11-09T18:14:59.999Z',
    '2026-11-09T18:15:00Z',
    '2026-11-10T18:14:59.999Z',
    '2026-11-10T18:15:00Z',
  ]) {
    await rate(5, at);
  }
  const { items } = await read('report=days&zone=Asia/Kathmandu&from=2026-11-09&to=2026-11-12');
  expect(items.map(({ responses }: { responses: number }) => responses)).toEqual([1, 2, 1]);
  const { responses, previous } = await read('report=summary&zone=Asia/Kathmandu&from=2026-11-10&to=2026-11-11');
  expect([responses, previous.responses]).toEqual([2, 1]);
});

test('CS-01: another site sees none of it, and erasing a customer removes their answers', async () => {
  const id = await ticket({ requester_email: 'ada@example.org' });
  await write('PATCH', 'ticket', { id, status: 'resolved' });
  await rateTicket(id, 1, CSAT_NOW, 'canary words');
  const other = await desk.service.createSite({ name: 'Other' });
  expect(await read('report=summary', other.token)).toMatchObject({ responses: 0, resolved: 0 });
  expect((await read('report=answers', other.token)).total_count).toBe(0);
  const { json } = await desk.service.call('GET', 'customer', {
    token: desk.home.token,
    query: { email: 'ada@example.org' },
  });
  const body = { identity_id: json.data.identity_id ?? json.data.identity.id, confirm_email: 'ada@example.org' };
  expectSuccess(await write('POST', 'customer_erase', body));
  expect(await read('report=summary')).toMatchObject({ responses: 0, resolved: 0, response_rate: null });
  expect((await read('report=splits')).items).toEqual([]);
  expect((await read('report=answers')).items).toEqual([]);
});

test('is absent without extensions', async () => {
  await desk.openBare();
  expectError(await get('report=summary'), 'unknown_resource');
  expectError(await desk.service.call('GET', 'chart_notes', { token: desk.home.token }), 'unknown_resource');
});
