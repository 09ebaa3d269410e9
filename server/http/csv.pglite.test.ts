import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { csvCell, csvFileName, csvLine, csvPieces } from './csv.ts';

const CELLS: readonly (readonly [unknown, string])[] = [
  [null, ''],
  [undefined, ''],
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  [5, '5'],
  [-5, '-5'],
  [9_223_372_036_854_775_807n, '9223372036854775807'],
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
  ['+cmd', "'+cmd"],
  ['-2', "'-2"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['+4915112345678', '+4915112345678'],
  ['+1234', "'+1234"],
  ['+1234567890123456', "'+1234567890123456"],
  ['+49 151 12345', "'+49 151 12345"],
  ["'=1", "'=1"],
  ['a=1', 'a=1'],
];

test('cells are quoted where they must be, and guarded where a spreadsheet would reckon', () => {
  for (const [value, cell] of CELLS) expect(csvCell(value)).toBe(cell);
});

test('a file is named after what it holds and the day', () => {
  expect(csvFileName('tickets', new Date('2026-11-20T23:59:59Z'))).toBe('tickets-2026-11-20.csv');
});

test('a file is its columns, then its rows, which are counted', async () => {
  const progress = { items: 0 };
  const batches = [[{ a: 1, b: 'x' }], [{ a: 2, b: null }, { a: 3n }]];
  const file = { csv: Readable.from(batches), file: 'f', columns: ['a', 'b'] };
  expect(await Array.fromAsync(csvPieces(file, progress))).toEqual(['a,b\r\n', '1,x\r\n', '2,\r\n3,\r\n']);
  expect(progress.items).toBe(3);
});

/** A reader of RFC 4180, written apart from the writer. */
function readCells(line: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length;) {
    if (line[at] === '"') {
      let cell = '';
      for (at += 1; !(line[at] === '"' && line[at + 1] !== '"'); at += 1) {
        if (line[at] === '"') at += 1;
        cell += line[at];
      }
      cells.push(cell);
      at += 2;
    } else {
      const end = line.indexOf(',', at);
      cells.push(line.slice(at, end === -1 ? undefined : end));
      at = end === -1 ? line.length + 1 : end + 1;
    }
  }
  return cells;
}

test('any cells come back as they were, but for the apostrophe, and none is a formula', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('=1', '+1', '-1', '@', '\t', '\r', '"', ',', '\r\n'),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (values) => {
      const line = csvLine(values);
      expect(line.endsWith('\r\n')).toBe(true);
      const read = readCells(line.slice(0, -2));
      expect(
        read.map((text, index) => (text.startsWith("'") && text !== values[index] ? text.slice(1) : text)),
      ).toEqual(values);
      for (const text of read) expect(/^[=+\-@\t\r]/.test(text) && !/^\+[0-9]{5,15}$/.test(text)).toBe(false);
    }),
    { numRuns: 300 },
  );
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
