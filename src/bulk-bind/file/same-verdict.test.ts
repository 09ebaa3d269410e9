import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BIND_COLUMNS, type BindColumn, type RefusedRow } from '#contract/bind-row.ts';
import { readHeader, validateRows } from '#server/customers/bulk-bind/bind-file.ts';
import type { KeyedRow } from '#server/customers/bulk-bind/bind-plan.ts';
import { ChunkLength } from '#server/customers/bulk-bind/chunk-length.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { FileEngine } from './file-engine.ts';
import type { CheckedRow, FileProblem, RedKind } from './file-types.ts';

type Judged = KeyedRow | RefusedRow;

/** The service's verdict on a file: its rows, or the code that refuses the whole file. */
async function judgeInService(bytes: Uint8Array): Promise<readonly Judged[] | string> {
  const upload = {
    async *chunks() {
      for (let at = 0; at < bytes.length; at += 7) yield Buffer.from(bytes.subarray(at, at + 7));
    },
  };
  try {
    const header = await readHeader(upload);
    const rows: Judged[] = [];
    for await (const some of validateRows(upload, header, { length: new ChunkLength(50), country: null }))
      rows.push(...some);
    return rows;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    if (error instanceof TypeError) return 'bad_request';
    throw error;
  }
}

/** The codes of the service for what the browser calls a problem of the file. */
const FILE_CODES: Readonly<Partial<Record<FileProblem['code'], string>>> = {
  empty: 'empty_body',
  no_rows: 'no_rows',
  bad_header: 'bad_header',
  bad_encoding: 'bad_request',
};
const CODES: Readonly<Record<RedKind, string>> = {
  nul: 'bad_request',
  too_long: 'bad_request',
  open_quote: 'bad_request',
  too_many_cells: 'bad_request',
  bad_channel: 'bad_channel',
  id_missing: 'bad_field',
  id_too_long: 'bad_field',
  bad_email: 'bad_field',
  handle_too_long: 'bad_field',
  phone_too_long: 'bad_field',
  damaged_number: 'damaged_number',
  no_identity: 'no_identity',
};

const UNREADABLE: ReadonlySet<string> = new Set(
  Object.entries(CODES).flatMap(([kind, code]) => (code === 'bad_request' ? [kind] : [])),
);

/** The columns as the service finds them: by the API's own names alone. */
function apiColumns(columns: readonly string[]): ReadonlyMap<BindColumn, number> | null {
  const names = columns.map((name) => name.trim().toLowerCase());
  const known = BIND_COLUMNS.filter((column) => names.includes(column));
  if (known.some((column) => names.indexOf(column) !== names.lastIndexOf(column))) return null;
  if (!known.includes('channel') || !known.includes('external_user_id')) return null;
  return new Map(known.map((column) => [column, names.indexOf(column)]));
}

async function judgeInBrowser(bytes: Uint8Array) {
  const { handlers } = new FileEngine();
  const how = { delimiter: ',', hasHeader: true } as const;
  const opened = await handlers.open([new File([Uint8Array.from(bytes)], 'a.csv'), how], {});
  if (!opened.isOpen) return FILE_CODES[opened.problem.code] ?? opened.problem.code;
  const mapping = apiColumns(opened.facts.columns);
  if (mapping === null) return 'bad_header';
  await handlers.map([mapping, {}], {});
  const { rows } = await handlers.rows([{ view: 'all', from: 0, to: 1_000 }], {});
  const parts = await handlers.parts(['run'], {});
  const bodies = await Promise.all(parts.map(async (part) => handlers.partBody([part], {})));
  return { rows, bodies: await Promise.all(bodies.map(async (body) => new Uint8Array(await body.arrayBuffer()))) };
}

function codeOf({ problems }: CheckedRow): string | null {
  const red = problems.find(({ severity }) => severity === 'red');
  return red === undefined ? null : (Object.entries(CODES).find(([kind]) => kind === red.kind)?.[1] ?? red.kind);
}

const cellsOf = (row: Judged) =>
  'outcome' in row ? row.code : [row.channel, row.externalUserId, row.email, row.phone, row.displayHandle];

async function compare(bytes: Uint8Array): Promise<void> {
  const [service, browser] = await Promise.all([judgeInService(bytes), judgeInBrowser(bytes)]);
  // Which columns are used is chosen by a person; the service looks at the header first.
  if (browser === 'no_rows' && service === 'bad_header') return;
  if (typeof service === 'string' || typeof browser === 'string') {
    expect(browser).toBe(service);
    return;
  }
  expect(browser.rows.map((row) => [row.line, codeOf(row)])).toEqual(
    service.map((row) => [row.line, 'outcome' in row ? row.code : null]),
  );
  for (const [index, row] of browser.rows.entries()) {
    const judged = service[index];
    if (judged === undefined || 'outcome' in judged) continue;
    const { channel, external_user_id: id, email, phone, display_handle: handle } = row.cells;
    const cells = [channel?.toLowerCase(), id, email || null, phone || null, handle || null];
    expect(cells).toEqual(cellsOf(judged));
  }
  // The service reads the parts as the browser showed them.
  const sent = await Promise.all(browser.bodies.map(judgeInService));
  const unsent = browser.rows.map(({ problems }) =>
    problems.some(({ kind }) => kind === 'damaged_number' || UNREADABLE.has(kind)),
  );
  const wanted = service.filter((_row, index) => unsent[index] !== true);
  expect(sent.flat().map((row) => (typeof row === 'string' ? row : cellsOf(row)))).toEqual(wanted.map(cellsOf));
}

const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'sms',
      'whatsapp',
      'WhatsApp',
      'wa',
      '+491',
      '0049',
      '4.9E+12',
      'a@b.co',
      'a@b',
      'x',
      '7',
      'é',
      '🚲',
    ),
  },
  { weight: 6, arbitrary: fc.constantFrom(',', ',', ',', '\n', '\r\n', '\r') },
  { weight: 2, arbitrary: fc.constantFrom('"', '""', ' ', '\t', ';', '\ufeff', "'", '\0', '\u200b') },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(201), '🚲'.repeat(200), '9'.repeat(41), 'y'.repeat(65_540)) },
);
const header = fc
  .tuple(
    fc.shuffledSubarray(['channel', 'External_User_ID', ' email ', '"phone"', 'display_handle', 'notes', 'EMAIL'], {
      minLength: 2,
    }),
    fc.constantFrom('\n', '\r\n', '\r', '\n\n', ''),
    fc.boolean(),
  )
  .map(([names, end, hasMark]) => (hasMark ? '\ufeff' : '') + names.join(',') + end);
const usualHeader = fc.constant('channel,external_user_id,email,phone,display_handle\n');
const text = fc
  .tuple(fc.oneof(usualHeader, header), fc.array(piece, { maxLength: 60 }))
  .map(([top, rest]) => top + rest.join(''));
const row = fc.tuple(
  fc.constantFrom('sms', 'whatsapp', 'WhatsApp', 'SMS', 'messenger', 'fax', ''),
  fc.constantFrom('1', '', ' ', '"a,\nb"', '4.9E+12', '"4,9e12"', 'x'.repeat(201)),
  fc.constantFrom('', 'a@b.co', 'a@b', '"a@b.co "'),
  fc.constantFrom('', '+491', '-', '4.9E+12', '9'.repeat(41)),
);
const rows = fc
  .array(row, { maxLength: 12 })
  .map((cells) => `channel,external_user_id,email,phone\n${cells.map((one) => one.join(',')).join('\n')}`);

test('BB-03, BB-04: browser and service judge the rows of any file alike, and what is sent is what was shown', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, rows), async (file) => compare(new TextEncoder().encode(file))),
    { numRuns: 1_500 },
  );
});

test('BB-03: any bytes of UTF-8 are the same file, or no file, to both', async () => {
  const bytes = fc
    .tuple(usualHeader, fc.uint8Array({ maxLength: 40 }))
    .map(([top, rest]) => Buffer.concat([Buffer.from(top), rest]));
  // The browser reads what is no UTF-8 as Latin-1, and sends UTF-8.
  await fc.assert(fc.asyncProperty(bytes.filter(isUtf8), compare), { numRuns: 400 });
});
