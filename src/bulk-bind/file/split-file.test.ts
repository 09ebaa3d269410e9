import { expect, test } from 'vitest';
import { BIND_COLUMNS } from '#contract/bind-row.ts';
import { CsvReader } from '#contract/csv-reader.ts';
import { writeJson } from '#contract/json.ts';
import { FileEngine } from './file-engine.ts';
import type { Part, RowOutcome, RunKind } from './file-types.ts';

async function openFile(text: string, columns: readonly (string | null)[] = BIND_COLUMNS) {
  const { handlers } = new FileEngine();
  const opened = await handlers.open([new File([text], 'handles.csv'), {}], {});
  if (!opened.isOpen) return expect.fail(opened.problem.code);
  const mapping = new Map(
    BIND_COLUMNS.flatMap((column) => (columns.includes(column) ? [[column, columns.indexOf(column)] as const] : [])),
  );
  await handlers.map([mapping, {}], {});
  const bodies = async (kind: RunKind) => {
    const parts = await handlers.parts([kind], {});
    return Promise.all(parts.map(async (part) => (await handlers.partBody([part], {})).text()));
  };
  return { handlers, bodies, skip: (row: number) => handlers.change([{ do: 'skip', row }], {}) };
}

function read(text: string) {
  const reader = new CsvReader();
  return [...reader.push(text), ...reader.end()];
}

const bytesOf = (text: string) => Buffer.byteLength(text);
const outcomeOf = (line: number, outcome: RowOutcome['outcome'], more: Partial<RowOutcome> = {}): RowOutcome => ({
  line,
  outcome,
  code: null,
  identity_id: null,
  ...more,
});

function answerOf(rows: readonly RowOutcome[]): string {
  const counts = { total_rows: rows.length, bound: 0, refreshed: 0, minted_identity: 0 };
  const refused = { bad_channel: 0, no_identity: 0, failed: 0, error_sample: [] };
  return writeJson({ ok: true, data: { ...counts, ...refused, dry_run: false, job_id: 1, rows } });
}

const HEADER = BIND_COLUMNS.join(',');

test('BB-09: rows are sent in parts of at most 10,000, in their order, each under the header of the API', async () => {
  const rows = Array.from({ length: 25_001 }, (_, n) => `${n};sms;x;a${n}@b.co`);
  const { handlers, bodies } = await openFile(['Handle;Kanal;Owner;Mail', ...rows].join('\r\n'), [
    'external_user_id',
    'channel',
    null,
    'email',
  ]);
  const texts = await bodies('run');
  expect(await handlers.parts(['run'], {})).toEqual([
    { from: 0, to: 10_000, rows: 10_000, lineOffset: 0 },
    { from: 10_000, to: 20_000, rows: 10_000, lineOffset: 10_000 },
    { from: 20_000, to: 25_001, rows: 5_001, lineOffset: 20_000 },
  ]);
  expect(texts.flatMap((text) => read(text).slice(1)).map(({ cells }) => cells.join())).toEqual(
    Array.from({ length: 25_001 }, (_, n) => `sms,${n},a${n}@b.co`),
  );
  expect(new Set(texts.map((text) => text.split('\n')[0]))).toEqual(new Set(['channel,external_user_id,email']));
  expect(await handlers.parts(['dry'], {})).toHaveLength(1);
});

test('BB-09: no part is over 16 MiB, for which it ends earlier', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => `sms,${n},a@b.co,${'é'.repeat(30_000)},`);
  const { handlers, bodies } = await openFile([HEADER, ...rows].join('\n'));
  const parts = await handlers.parts(['dry'], {});
  expect(parts.map(({ rows: count }) => count)).toEqual([279, 21]);
  const [full = 0] = (await bodies('dry')).map(bytesOf);
  expect(full).toBeLessThanOrEqual(16 * 1024 * 1024);
  expect(full + bytesOf(`${rows[279]}\n`)).toBeGreaterThan(16 * 1024 * 1024);
});

test('BB-12: each row is sent under its line of the file, also behind cells with line breaks and rows that are left out', async () => {
  const rows = [
    'sms,1,a@b.co,"x\r\ny\rz",',
    'sms,2,a@b.co,,',
    'sms,3,a@b.co,,,,extra',
    'sms,4,a@b.co,"\n",',
    '',
    'sms,5,a@b.co,,',
  ];
  const { handlers, skip } = await openFile([HEADER, ...rows].join('\n'));
  await skip(1);
  const linesOf = async (parts: readonly Part[]) => {
    const bodies = await Promise.all(parts.map(async (part) => (await handlers.partBody([part], {})).text()));
    return bodies.flatMap((text, index) =>
      read(text)
        .slice(1)
        .map(({ line, cells }) => [line + (parts[index]?.lineOffset ?? 0), cells[1]]),
    );
  };
  const lines = [
    [2, '1'],
    [7, '4'],
    [10, '5'],
  ];
  const [whole] = await handlers.parts(['run'], {});
  if (whole === undefined) return expect.fail('there is no part');
  expect(await linesOf([whole])).toEqual(lines);
  const halves = await handlers.halvePart([whole], {});
  expect(halves).toEqual([
    { from: 0, to: 4, rows: 2, lineOffset: 0 },
    { from: 4, to: 5, rows: 1, lineOffset: 8 },
  ]);
  expect(await linesOf(halves)).toEqual(lines);
});

test.each([
  ['no header', 'sms,1,a@b.co\nsms,2,b@b.co', [1, 2]],
  ['a line that names the separator', 'sep=,\nchannel,id,mail\nsms,1,a@b.co\nsms,2,b@b.co', [3, 4]],
  ['a name of two lines', 'channel,"id\nof it",mail\nsms,1,a@b.co\nsms,2,b@b.co', [3, 4]],
] as const)('BB-12: a file with %s has its own lines too', async (_what, text, lines) => {
  const { handlers, bodies } = await openFile(text, ['channel', 'external_user_id', 'email']);
  const parts = await handlers.parts(['run'], {});
  const [body = ''] = await bodies('run');
  const offset = parts[0]?.lineOffset ?? 0;
  expect(
    read(body)
      .slice(1)
      .map(({ line }) => line + offset),
  ).toEqual(lines);
});

test('BB-09: a part that is too large for a gateway becomes two, down to one row', async () => {
  const { handlers, bodies } = await openFile(`${HEADER}\n${'sms,1,a@b.co,,\n'.repeat(5)}`);
  const [whole = ''] = await bodies('run');
  const halve = async (parts: readonly Part[], at: number) => {
    const part = parts[at];
    if (part === undefined) return expect.fail('there is no part');
    return parts.toSpliced(at, 1, ...(await handlers.halvePart([part], {})));
  };
  const two = await halve(await handlers.parts(['run'], {}), 0);
  expect(two.map(({ rows }) => rows)).toEqual([3, 2]);
  const three = await halve(two, 0);
  expect(three.map(({ rows }) => rows)).toEqual([2, 1, 2]);
  const texts = await Promise.all(three.map(async (part) => (await handlers.partBody([part], {})).text()));
  const withoutHeader = (text: string) => text.slice(text.indexOf('\n') + 1);
  expect(texts.map(withoutHeader).join('')).toBe(withoutHeader(whole));
});

const MIXED = [
  'channel;external_user_id;email;note',
  'sms;1;a@b.co;kept',
  'sms;2;b@b.co;"two\nlines; quoted"',
  'fax;3;c@b.co;',
  'sms;4;d@b.co;=1+1',
  'sms;5;e@b.co;;;',
  'sms;6;f@b.co;last',
  'sms;"7;g@b.co;open',
].join('\n');
const COLUMNS = ['channel', 'external_user_id', 'email', null];
const WORDS = {
  columns: ['line', 'result', 'code', 'reason', 'customer_id'],
  results: {
    bound: 'Bound',
    refreshed: 'Refreshed',
    bad_channel: 'Bad channel',
    no_identity: 'No customer',
    failed: 'Failed',
    skipped: 'Skipped',
    unreadable: 'Not readable',
    not_sent: 'Not sent',
  },
  reasons: { bad_channel: 'The channel is unknown' },
} as const;

async function runMixed() {
  const file = await openFile(MIXED, COLUMNS);
  await file.skip(3);
  await file.handlers.change([{ do: 'edit', row: 0, column: 'external_user_id', text: '11' }], {});
  const outcomes = [
    outcomeOf(2, 'bound', { identity_id: 30_418n }),
    outcomeOf(3, 'refreshed', { identity_id: 9_007_199_254_740_993n }),
    outcomeOf(5, 'bad_channel', { code: 'bad_channel' }),
  ];
  await file.handlers.noteAnswer([answerOf(outcomes)], {});
  return file;
}

test('BB-07: the file of results has the columns of the file and the outcome of each row', async () => {
  const { handlers } = await runMixed();
  const bytes = Buffer.from(await (await handlers.resultFile([WORDS], {})).arrayBuffer());
  expect(bytes.toString()).toBe(
    [
      '\ufeffchannel;external_user_id;email;note;line;result;code;reason;customer_id',
      'sms;11;a@b.co;kept;2;Bound;;;30418',
      'sms;2;b@b.co;"two\nlines; quoted";3;Refreshed;;;9007199254740993',
      'fax;3;c@b.co;;5;Bad channel;bad_channel;The channel is unknown;',
      "sms;4;d@b.co;'=1+1;6;Skipped;;;",
      'sms;5;e@b.co;;7;Not readable;;;',
      'sms;6;f@b.co;last;8;Not sent;;;',
      '"sms;""7;g@b.co;open";;;;9;Not readable;;;',
      '',
    ].join('\r\n'),
  );
});

test('BB-07: the file of errors has what failed, was skipped or cannot be read, to fix and send again', async () => {
  const { handlers } = await runMixed();
  const text = await (await handlers.errorFile([], {})).text();
  expect(text).toBe(
    [
      'channel;external_user_id;email;note',
      'fax;3;c@b.co;',
      "sms;4;d@b.co;'=1+1",
      'sms;5;e@b.co;;;',
      'sms;"7;g@b.co;open',
      '',
    ].join('\r\n'),
  );
  const again = await openFile(text, COLUMNS);
  const { rows } = await again.handlers.rows([{ view: 'all', from: 0, to: 9 }], {});
  expect(rows.map(({ cells }) => cells.external_user_id)).toEqual(['3', '4', '5', '']);
});

test('BB-07: the results of an import stay when the columns are matched again, until another import begins', async () => {
  const { handlers } = await runMixed();
  const results = async () => (await handlers.resultFile([WORDS], {})).text();
  const before = await results();
  await handlers.map([new Map([['channel', 0] as const, ['email', 2] as const]), {}], {});
  expect(await results()).toBe(before);
  await handlers.parts(['dry'], {});
  expect(await results()).toBe(before);
  await handlers.parts(['run'], {});
  expect(await results()).not.toContain('Bound');
});

test('BB-03, BB-07: a damaged number is never sent, is in the file of errors, and is sent once it is typed in', async () => {
  const { handlers, bodies } = await openFile(
    `${HEADER}\nsms,+491,a@b.co,,\nsms,4.9E+12,b@b.co,,\nsms,+493012,c@b.co,,4.9E+12\n`,
  );
  const ids = async (run: RunKind) => read((await bodies(run)).join('')).map(({ cells }) => cells[1]);
  expect(await ids('run')).toEqual(['external_user_id', '+491']);
  expect(read(await (await handlers.errorFile([], {})).text()).map(({ cells }) => cells[1])).toEqual([
    'external_user_id',
    '4.9E+12',
    '+493012',
  ]);
  const words = { ...WORDS, reasons: { damaged_number: 'Its digits are gone' } };
  const results = await (await handlers.resultFile([words], {})).text();
  expect(results).toContain('sms,4.9E+12,b@b.co,,,3,Not sent,damaged_number,Its digits are gone,');
  await handlers.change([{ do: 'edit', row: 1, column: 'external_user_id', text: '+492' }], {});
  expect(await ids('run')).toEqual(['external_user_id', '+491', '+492']);
});
