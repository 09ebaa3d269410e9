import { expect, test } from 'vitest';
import { FileEngine } from './file-engine.ts';
import { type FileFacts, type FileProblem, MAX_FILE_BYTES, type ReadOptions } from './file-types.ts';

const HEADER = 'channel,external_user_id,email';
const ROW = 'sms,+4930123456,ada@example.org';

function fileOf(content: string | Uint8Array | readonly number[], name = 'handles.csv'): File {
  return new File([typeof content === 'string' ? content : Uint8Array.from(content)], name);
}

async function open(content: string | Uint8Array | readonly number[], how: ReadOptions = {}): Promise<FileFacts> {
  const opened = await new FileEngine().handlers.open([fileOf(content), how], {});
  return opened.isOpen ? opened.facts : expect.fail(opened.problem.code);
}

async function refusal(content: string | Uint8Array | readonly number[], how: ReadOptions = {}): Promise<FileProblem> {
  const opened = await new FileEngine().handlers.open([fileOf(content), how], {});
  return opened.isOpen ? expect.fail('it was opened') : opened.problem;
}

function utf16(text: string, isBigEndian: boolean, hasMark: boolean): Uint8Array {
  const bytes = Buffer.from((hasMark ? '\ufeff' : '') + text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

const NAMED = `${HEADER},nick\n${ROW},Jürgen Weiß €`;

test.each([
  ['utf-8', false, new TextEncoder().encode(NAMED)],
  ['utf-8', true, new TextEncoder().encode(`\ufeff${NAMED}`)],
  ['utf-16le', true, utf16(NAMED, false, true)],
  ['utf-16le', false, utf16(NAMED, false, false)],
  ['utf-16be', true, utf16(NAMED, true, true)],
  ['utf-16be', false, utf16(NAMED, true, false)],
  ['windows-1252', false, Buffer.from(NAMED.replace('€', '\x80'), 'latin1')],
] as const)('BB-03: %s (mark: %s) is detected and read', async (_value, _hasMark, bytes) => {
  const facts = await open(bytes);
  expect(facts.columns).toEqual(['channel', 'external_user_id', 'email', 'nick']);
  expect(facts.firstRow).toEqual(['sms', '+4930123456', 'ada@example.org', 'Jürgen Weiß €']);
  expect(facts).toMatchObject({ rows: 1, bytes: bytes.length });
});

test('BB-03: a file whose bytes do not fit its mark is refused', async () => {
  expect(await refusal(utf16(NAMED, false, true).subarray(0, -1))).toEqual({ code: 'bad_encoding' });
  expect(await refusal([0xef, 0xbb, 0xbf, ...Buffer.from(NAMED, 'latin1')])).toEqual({ code: 'bad_encoding' });
});

test.each([',', ';', '\t', '|'] as const)('BB-03: %j is detected, also with others in quotes', async (value) => {
  const cells = [
    ['channel', 'user id', 'mail'],
    ['sms', '"1,2;3|4\t5"', 'a@b.co'],
    ['sms', '"x\ny"', 'a@b.co'],
  ];
  const text = cells.map((row) => row.join(value)).join('\n');
  const facts = await open(text);
  expect(facts.delimiter).toBe(value);
  expect(facts.columns).toEqual(['channel', 'user id', 'mail']);
  expect(facts.rows).toBe(2);
  const other = value === ';' ? ',' : ';';
  expect((await open(text, { delimiter: other })).delimiter).toBe(other);
});

test('BB-03: a first line that names the separator is no header, and lines count it', async () => {
  const text = `sep=;\r\n${[HEADER, ROW].join('\r\n').replaceAll(',', ';')}`;
  expect(await open(text)).toMatchObject({ delimiter: ';', columns: HEADER.split(','), rows: 1 });
  expect(await refusal(`sep=;\n${'x'.repeat(65_537)}\n`)).toMatchObject({ code: 'bad_header' });
});

test.each(['\r\n', '\n', '\r'])('BB-03: lines that end with %j', async (end) => {
  expect(await open([HEADER, ROW, ROW].join(end))).toMatchObject({ rows: 2 });
});

test('BB-11: a spreadsheet is recognized by its first bytes, whatever its name says', async () => {
  const zip = [0x50, 0x4b, 0x03, 0x04, ...new Array<number>(100).fill(7)];
  expect(await refusal(zip)).toEqual({ code: 'spreadsheet', format: 'xlsx' });
  expect(await refusal([0xd0, 0xcf, 0x11, 0xe0, 0xa1])).toEqual({ code: 'spreadsheet', format: 'xls' });
  expect(await refusal('%PDF-1.7')).toEqual({ code: 'not_text' });
});

test('BB-11: a file without bytes, without rows, with a header that cannot be read', async () => {
  expect(await refusal('')).toEqual({ code: 'empty' });
  expect(await refusal('\ufeff\r\n\r\n')).toEqual({ code: 'empty' });
  expect(await refusal(`${HEADER}\r\n`)).toEqual({ code: 'no_rows' });
  expect(await refusal(`\n\nchannel,\0\n${ROW}`)).toEqual({ code: 'bad_header', cause: 'nul' });
  expect(await refusal(`${'x'.repeat(65_537)}\n${ROW}`)).toEqual({ code: 'bad_header', cause: 'too_long' });
  expect(await refusal(`channel,"id\n${ROW}`)).toEqual({ code: 'bad_header', cause: 'open_quote' });
});

test('BB-11: a file over 64 MB is not read, one of 64 MB is', async () => {
  const read: number[] = [];
  const large = (size: number) =>
    Object.defineProperties(fileOf(`${HEADER}\n${ROW}`), {
      size: { value: size },
      arrayBuffer: { value: () => (read.push(size), Promise.resolve(new ArrayBuffer(8))) },
    });
  const problem = async (size: number) => {
    const opened = await new FileEngine().handlers.open([large(size), {}], {});
    return opened.isOpen ? null : opened.problem;
  };
  expect(MAX_FILE_BYTES).toBe(64_000_000);
  expect(await problem(MAX_FILE_BYTES + 1)).toEqual({ code: 'too_large', bytes: MAX_FILE_BYTES + 1 });
  expect(read).toEqual([]);
  // Its bytes do not come, so it was changed.
  expect(await problem(MAX_FILE_BYTES)).toEqual({ code: 'changed' });
  expect(read).toEqual([MAX_FILE_BYTES]);
});

test('BB-11: a file that was changed on disk cannot be read', async () => {
  const file = fileOf(`${HEADER}\n${ROW}`);
  const refuses = () => Promise.reject(new DOMException('', 'NotReadableError'));
  Object.defineProperty(file, 'arrayBuffer', { value: refuses });
  const { handlers } = new FileEngine();
  expect(await handlers.open([file, {}], {})).toEqual({ isOpen: false, problem: { code: 'changed' } });
});

test('BB-02: columns are matched by the names that people give them, in any case and order', async () => {
  const matches = async (header: string) => [...(await open(`${header}\n${ROW}`)).matches];
  expect(await matches('Mobile;E-Mail;Nick;HANDLE_ID;Channel')).toEqual([
    ['channel', 4],
    ['external_user_id', 3],
    ['email', 1],
    ['display_handle', 2],
    ['phone', 0],
  ]);
  expect(await matches('id,external_user_id,Kanal,owner')).toEqual([
    ['channel', 2],
    ['external_user_id', 1],
  ]);
});

test('BB-02: a file without a header is recognized by its first row, and can be read either way', async () => {
  const facts = await open(`WA,+4930123456,ada@example.org,+49 30 1234567\n${ROW},`);
  expect(facts).toMatchObject({ hasHeader: false, rows: 2, columns: ['Column 1', 'Column 2', 'Column 3', 'Column 4'] });
  expect([...facts.matches]).toEqual([
    ['channel', 0],
    ['external_user_id', 1],
    ['email', 2],
    ['phone', 3],
  ]);
  expect(await open(`${ROW}\n${ROW}`, { hasHeader: true })).toMatchObject({ rows: 1, columns: ROW.split(',') });
});

test('BB-01: what was pasted is a file too', async () => {
  const engine = new FileEngine();
  const opened = await engine.handlers.open([{ name: 'pasted', text: `${HEADER}\n${ROW}` }, {}], {});
  expect(opened).toMatchObject({ isOpen: true, facts: { name: 'pasted', rows: 1 } });
});

test('BB-14: reading and checking can be cancelled', async () => {
  const engine = new FileEngine();
  const stop = new AbortController();
  const file = fileOf(`${HEADER}\n${`${ROW}\n`.repeat(30_000)}`);
  const shares: number[] = [];
  const opened = await engine.handlers.open([file, {}], { onProgress: (share) => shares.push(share) });
  if (!opened.isOpen) return expect.fail(opened.problem.code);
  expect(shares.at(-1)).toBe(1);
  const checking = engine.handlers.map([opened.facts.matches, {}], {
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  await expect(checking).rejects.toThrow(DOMException);
  await expect(engine.handlers.open([file, {}], { signal: AbortSignal.abort() })).rejects.toThrow(DOMException);
});
