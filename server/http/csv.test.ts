import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { csvFileName, csvPieces } from './csv.ts';

test('a file is named after its list and the day', () => {
  expect(csvFileName('tickets', new Date('2026-11-20T23:59:59Z'))).toBe('tickets-2026-11-20.csv');
});

test('a file has a header row and then its rows, which are counted', async () => {
  const progress = { items: 0 };
  const batches = [[{ a: 1, b: 'x' }], [{ a: 2, b: null }, { a: 3n }]];
  const file = { csv: Readable.from(batches), file: 'f', columns: ['a', 'b'] };
  expect(await Array.fromAsync(csvPieces(file, progress))).toEqual(['a,b\r\n', '1,x\r\n', '2,\r\n3,\r\n']);
  expect(progress.items).toBe(3);
});

describe('as a response', () => {
  let service: TestService;
  let token: string;

  beforeEach(async () => {
    service = await startTestService();
    ({ token } = await service.createSite());
  });
  afterEach(() => service.close());

  const list = (method = 'GET') => service.call(method, 'tickets', { token, query: 'format=csv' });

  test('API-tickets-GET as CSV guards against formulas in text', async () => {
    const body = { subject: '=cmd|"x"', requester_phone: '+4915112345678' };
    await service.call('POST', 'tickets', { token, body });
    const lines = (await list()).text.split('\r\n');
    expect(lines[1]).toMatch(/^\d+,1001,"'=cmd\|""x""",open,normal,web,,,\+4915112345678,/);
  });

  test('an exported file is in the audit log with its number of rows', async () => {
    await service.call('POST', 'tickets', { token, body: { subject: 'Wheel' } });
    await list('HEAD');
    await list();
    const exported = await service.database.owner.query(
      sql`select object_id, changes, outcome from audit_log where action = 'csv.export'`,
    );
    const changes = [{ field: 'rows', from: null, to: 1 }];
    expect(exported).toEqual([{ object_id: 'tickets', changes, outcome: 'ok' }]);
  });

  test('a failure before the first row is sent as an envelope', async () => {
    await service.database.owner.query(sql`alter table ticket rename to ticket_away`);
    const broken = await list();
    await service.database.owner.query(sql`alter table ticket_away rename to ticket`);
    expect(broken.status).toBe(500);
    expect(broken.json.error.code).toBe('internal_error');
    expect(broken.headers['content-disposition']).toBeUndefined();
  });

  test('HEAD of a file returns only headers', async () => {
    const head = await list('HEAD');
    expect(head.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(head.text).toBe('');
  });
});
