import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { csvFileName, sendCsv } from './csv.ts';

test('a file is named after what it holds and the day', () => {
  expect(csvFileName('tickets', new Date('2026-11-20T23:59:59Z'))).toBe('tickets-2026-11-20.csv');
});

test('rows are asked for as fast as they are read, and no faster', async () => {
  const sink = Object.assign(new PassThrough({ highWaterMark: 1000 }), { writeHead: () => undefined });
  let asked = 0;
  let isClosed = false;
  async function* batches() {
    try {
      for (; asked < 100; asked += 1) yield [{ a: 'x'.repeat(600) }];
    } finally {
      isClosed = true;
    }
  }
  // A response is a writable with a head; that is all that is used of it.
  const response = sink as unknown as Parameters<typeof sendCsv>[0];
  const ends: object[] = [];
  const sending = sendCsv(
    response,
    [],
    { csv: batches(), file: 'f', columns: ['a'] },
    {
      now: new Date(),
      isHead: false,
      beforeEnd: async (rows, isWhole) => void ends.push({ rows, isWhole, isEnded: sink.writableEnded }),
    },
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBeLessThan(5);
  let length = 0;
  for await (const chunk of sink) length += (chunk as Buffer).length;
  await sending;
  expect(ends).toEqual([{ rows: 100, isWhole: true, isEnded: false }]);
  expect(length).toBe('a\r\n'.length + 100 * 602);
  expect(isClosed).toBe(true);
});

test('a reader who goes away ends the reading of rows', async () => {
  const sink = Object.assign(new PassThrough({ highWaterMark: 10 }), { writeHead: () => undefined });
  let isClosed = false;
  async function* batches() {
    try {
      for (;;) yield [{ a: 'x'.repeat(600) }];
    } finally {
      isClosed = true;
    }
  }
  const response = sink as unknown as Parameters<typeof sendCsv>[0];
  const ends: object[] = [];
  const sending = sendCsv(
    response,
    [],
    { csv: batches(), file: 'f', columns: ['a'] },
    {
      now: new Date(),
      isHead: false,
      beforeEnd: async (rows, isWhole) => void ends.push({ rows, isWhole, isEnded: sink.writableEnded }),
    },
  );
  await new Promise((resolve) => setImmediate(resolve));
  sink.destroy();
  await sending;
  expect(ends).toMatchObject([{ isWhole: false }]);
  expect(isClosed).toBe(true);
});

describe('in an answer', () => {
  let service: TestService;
  let token: string;

  beforeEach(async () => {
    service = await startTestService();
    ({ token } = await service.createSite());
  });
  afterEach(() => service.close());

  const list = (method = 'GET') => service.call(method, 'tickets', { token, query: 'format=csv' });

  test('API-tickets-GET as CSV guards what people wrote', async () => {
    const body = { subject: '=cmd|"x"', requester_phone: '+4915112345678' };
    await service.call('POST', 'tickets', { token, body });
    const lines = (await list()).text.split('\r\n');
    expect(lines[1]).toMatch(/^\d+,1001,"'=cmd\|""x""",open,normal,web,,,\+4915112345678,/);
  });

  test('a file that has left stands in the audit log, with its rows', async () => {
    await service.call('POST', 'tickets', { token, body: { subject: 'Wheel' } });
    await list('HEAD');
    await list();
    const exported = await service.database.owner.query(
      sql`select object_id, changes, outcome from audit_log where action = 'csv.export'`,
    );
    const changes = [{ field: 'rows', from: null, to: 1 }];
    expect(exported).toEqual([{ object_id: 'tickets', changes, outcome: 'ok' }]);
  });

  test('a failure before the first row is an envelope', async () => {
    await service.database.owner.query(sql`alter table ticket rename to ticket_away`);
    const broken = await list();
    await service.database.owner.query(sql`alter table ticket_away rename to ticket`);
    expect(broken.status).toBe(500);
    expect(broken.json.error.code).toBe('internal_error');
    expect(broken.headers['content-disposition']).toBeUndefined();
  });

  test('HEAD of a file has its headers alone', async () => {
    const head = await list('HEAD');
    expect(head.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(head.text).toBe('');
  });
});
