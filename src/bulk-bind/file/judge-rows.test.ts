import { expect, test } from 'vitest';
import { BIND_COLUMNS } from '#contract/bind-row.ts';
import { FileEngine } from './file-engine.ts';
import type { Change, CheckSummary, MapOptions, ProblemKind, RuleId } from './file-types.ts';

const HEADER = BIND_COLUMNS.join(',');

/** Opens and checks a file with these rows. */
async function check(rows: readonly string[], options: MapOptions = {}) {
  const { handlers } = new FileEngine();
  const file = new File([[HEADER, ...rows].join('\n')], 'handles.csv');
  const opened = await handlers.open([file, { delimiter: ',' }], {});
  if (!opened.isOpen) return expect.fail(opened.problem.code);
  const mapping = new Map(BIND_COLUMNS.map((column, index) => [column, index]));
  const change = async (made: Change) => handlers.change([made], {});
  const all = async () => (await handlers.rows([{ view: 'all', from: 0, to: 100 }], {})).rows;
  return {
    handlers,
    mapping,
    summary: await handlers.map([mapping, options], {}),
    change,
    rule: async (rule: RuleId) => change({ do: 'rule', rule }),
    all,
    /** Problems of each row. */
    kinds: async () => (await all()).map(({ problems }) => problems.map(({ kind }) => kind)),
    ids: async () => (await all()).map(({ cells }) => cells.external_user_id),
    phones: async () => (await all()).map(({ cells }) => cells.phone),
  };
}

/** The body of the first part. */
async function firstBody({ parts, partBody }: FileEngine['handlers']) {
  const [part] = await parts(['run'], {});
  return part === undefined ? expect.fail('there is no part') : partBody([part], {});
}

const rulesOf = ({ rules }: CheckSummary) => Object.fromEntries(rules.map(({ id, rows }) => [id, rows]));

test.each<[row: string, kind: ProblemKind, column: string | null]>([
  ['fax,1,a@b.co,,', 'bad_channel', 'channel'],
  ['sms,,a@b.co,,', 'id_missing', 'external_user_id'],
  [`email,${'🚲'.repeat(201)},a@b.co,,`, 'id_too_long', 'external_user_id'],
  ['messenger,1,elif.kaya@outlook,,', 'bad_email', 'email'],
  [`messenger,1,a@b.co,${'x'.repeat(214)},`, 'handle_too_long', 'display_handle'],
  [`messenger,1,a@b.co,,${'9'.repeat(41)}`, 'phone_too_long', 'phone'],
  ['messenger,1,,,', 'no_identity', null],
  ['messenger,1,a@b.co,,,', 'too_many_cells', null],
  ['messenger,1\0,a@b.co,,', 'nul', null],
  [`messenger,${'x'.repeat(65_536)},a@b.co,,`, 'too_long', null],
])('BB-04: %#: a row that the service refuses is red in its cell (%s)', async (row, kind, column) => {
  const { summary, all } = await check([row, 'messenger,2,c@b.co,,']);
  expect(summary).toMatchObject({ toFix: 1 });
  expect(summary.problems.get(kind)).toBe(1);
  const [first, second] = await all();
  expect(first?.problems[0]).toMatchObject({ kind, severity: 'red', column });
  expect(second?.problems).toEqual([]);
});

test('BB-04: every cell of a row has its own problem, lengths count characters', async () => {
  const { all } = await check([`fax,${'🚲'.repeat(214)},nobody,,`]);
  const [row] = await all();
  expect(row?.problems.map(({ kind, column, length }) => [kind, column, length])).toEqual([
    ['bad_channel', 'channel', null],
    ['id_too_long', 'external_user_id', 214],
    ['bad_email', 'email', null],
  ]);
});

test.each(['4.91516E+12', '1,5E+11', '4.9E12', '+4,91516e+12'])(
  'BB-03: %s is a number that lost its digits: a phone is refused, another id is doubtful',
  async (text) => {
    const { all, summary } = await check([
      `sms,"${text}",a@b.co,,"${text}"`,
      `messenger,1,,,"${text}"`,
      `messenger,"${text}",a@b.co,,`,
      'sms,+49151,a@b.co,,',
    ]);
    expect(summary).toMatchObject({ toFix: 2, doubtful: 1, sent: 2 });
    const found = (await all()).map(({ problems }) =>
      problems.map(({ kind, severity, column }) => [kind, severity, column]),
    );
    expect(found).toEqual([
      [
        ['damaged_number', 'red', 'external_user_id'],
        ['damaged_number', 'red', 'phone'],
      ],
      [['damaged_number', 'red', 'phone']],
      [['shortened_id', 'amber', 'external_user_id']],
      [],
    ]);
  },
);

test.each(['1e5x', 'E12', 'a4.9E+12', '4.91516'])('%s is no damaged number', async (text) => {
  const { summary } = await check([`messenger,${text},a@b.co,,`]);
  expect(summary.problems.size).toBe(0);
});

test('BB-03: national numbers, stripped zeros and lost pluses are doubtful, each with its fix', async () => {
  const { all, summary } = await check(
    [
      'sms,0151 5550 1884,a@b.co,,',
      'whatsapp,00491515550188,a@b.co,,',
      'sms,4915155501884,a@b.co,,',
      'sms,15155501884,a@b.co,,',
      'messenger,0151555018,a@b.co,,030 1234567',
      'sms,+4915155501885,a@b.co,,+49 (0)30 1234567',
    ],
    { country: 'DE' },
  );
  const doubts = (await all()).map(({ problems }) => problems.map(({ kind, column, offer }) => [kind, column, offer]));
  expect(doubts).toEqual([
    [['national_number', 'external_user_id', '+4915155501884']],
    [['double_zero', 'external_user_id', '+491515550188']],
    [['no_plus', 'external_user_id', '+4915155501884']],
    [['no_plus', 'external_user_id', '+4915155501884']],
    [['national_number', 'phone', '+49301234567']],
    [],
  ]);
  expect(summary).toMatchObject({ toFix: 0, doubtful: 5 });
  expect(rulesOf(summary)).toEqual({ phones: 4, country_code: 1 });
});

test('BB-04: numbers that may be those of another country get the country code by a rule of their own', async () => {
  const rows = ['whatsapp,4915155501884,a@b.co,,', 'whatsapp,351912555018,b@b.co,,', 'sms,+491515550189,c@b.co,,'];
  const { summary, rule, ids } = await check(rows, { country: 'DE' });
  expect(rulesOf(summary)).toEqual({ phones: 1, country_code: 1 });
  expect(rulesOf(await rule('phones'))).toEqual({ country_code: 1 });
  expect(await ids()).toEqual(['+4915155501884', '351912555018', '+491515550189']);
  expect(rulesOf(await rule('country_code'))).toEqual({});
  expect(await ids()).toEqual(['+4915155501884', '+49351912555018', '+491515550189']);
});

test('numbers are as the site reads them: its national phones are no doubt, and ids without plus where none has one', async () => {
  const rows = ['whatsapp,4915155501884,,,030 1234567', 'whatsapp,4915155501885,,,0301234568'];
  expect((await check(rows, { siteCountry: 'DE' })).summary.problems.size).toBe(0);
  expect([...(await check(rows)).summary.problems]).toEqual([['national_number', 2]]);
  const { summary } = await check([...rows, 'sms,+4915155501886,a@b.co,,'], { siteCountry: 'DE' });
  expect([...summary.problems]).toEqual([['no_plus', 2]]);
});

test('a country that is chosen later fixes its national numbers', async () => {
  const { handlers, mapping, summary, rule, phones } = await check(['sms,+491,a@b.co,,06641234567']);
  expect(rulesOf(summary)).toEqual({});
  expect(rulesOf(await handlers.map([mapping, { country: 'AT' }], {}))).toEqual({ phones: 1 });
  await rule('phones');
  expect(await phones()).toEqual(['+436641234567']);
});

test('BB-04: channels as people write them are fixed by a rule each', async () => {
  const { summary, rule, all } = await check([
    'wa,1,a@b.co,,',
    'WA ,2,a@b.co,,',
    'Whats-App,3,a@b.co,,',
    'telegram,4,a@b.co,,',
  ]);
  expect(summary.rules.filter(({ to }) => to !== null)).toEqual([
    { id: 'channel:wa', rows: 2, from: 'wa', to: 'whatsapp' },
    { id: 'channel:whatsapp', rows: 1, from: 'whatsapp', to: 'whatsapp' },
  ]);
  const after = await rule('channel:wa');
  expect(after).toMatchObject({ toFix: 2, canUndo: true });
  expect((await all()).map(({ cells, isFixed }) => [cells.channel, isFixed])).toEqual([
    ['whatsapp', true],
    ['whatsapp', true],
    ['Whats-App', false],
    ['telegram', false],
  ]);
});

test('BB-04: capitals in the name of a channel are no problem, and rows that differ in them alone repeat', async () => {
  const { summary, kinds, handlers } = await check([
    'WhatsApp,+491511,a@b.co,,',
    'whatsapp,+491511,a@b.co,,',
    'SMS,+4.9E+12,a@b.co,,',
    'SMS,+491512,b@b.co,,',
  ]);
  expect(summary).toMatchObject({ toFix: 1, sent: 3 });
  expect(await kinds()).toEqual([[], ['repeat'], ['damaged_number'], []]);
  const body = await (await firstBody(handlers)).text();
  expect(body.split('\n').map((line) => line.split(',')[0])).toEqual([
    'channel',
    'whatsapp',
    'whatsapp',
    '',
    'sms',
    '',
  ]);
});

test('BB-04: all 0049 become +49 at once, in ids of phones and in phones', async () => {
  const { summary, rule, ids, phones } = await check([
    'sms,0049151555,a@b.co,,0049301',
    'messenger,0049151555,a@b.co,,',
    'sms,+49151556,a@b.co,,+49303',
  ]);
  expect(rulesOf(summary)).toEqual({ phones: 1 });
  expect(rulesOf(await rule('phones'))).toEqual({});
  expect(await ids()).toEqual(['+49151555', '0049151555', '+49151556']);
  expect(await phones()).toEqual(['+49301', '', '+49303']);
});

test('BB-04: blanks, invisible characters and the apostrophes of a spreadsheet are removed by rule', async () => {
  const { summary, rule, ids, all } = await check([
    `sms,"\u202a+49151555\u202c",a@b.co,"'@ada",`,
    'sms," +49151556","a@b.co ",,',
    "sms,'+49151557,a@b.co,,",
  ]);
  expect(summary).toMatchObject({ toFix: 1, sent: 3 });
  expect(rulesOf(summary)).toEqual({ blanks: 2, apostrophe: 2 });
  await rule('apostrophe');
  expect(await rule('blanks')).toMatchObject({ toFix: 0, doubtful: 0 });
  expect(await ids()).toEqual(['+49151555', '+49151556', '+49151557']);
  expect((await all())[0]?.cells.display_handle).toBe('@ada');
});

test('BB-04: empty cells behind the last column, as spreadsheets leave them, go by rule, and empty rows are skipped', async () => {
  const { summary, rule, change, all } = await check([
    'sms,+49151,a@b.co,,,,',
    ',,,,',
    ',,,,',
    'sms,+49152,a@b.co,,,x',
  ]);
  expect(rulesOf(summary)).toEqual({ extra_cells: 1 });
  expect(await rule('extra_cells')).toMatchObject({ toFix: 3, sent: 3 });
  expect(await change({ do: 'skip_refused' })).toMatchObject({ toFix: 0, skipped: 3, sent: 1 });
  expect((await all()).map(({ isSkipped }) => isSkipped)).toEqual([false, true, true, true]);
});

const REPEATED = [
  'sms,+491511,a@b.co,Ada,',
  'sms,+491512,b@b.co,,',
  'sms,+491511,a@b.co,Ada,',
  'sms,+491511,A@B.co,Countess,',
  'sms,+491512,c@b.co,,',
  'whatsapp,+491512,d@b.co,,',
  'sms,+491513,,,+49301111111',
  'sms,+491513,,,+49302222222',
  'sms,+491512,c@b.co,,',
];

test('BB-08: repeats and conflicts of a file are found before anything is sent, with the line of the other', async () => {
  const { all, summary } = await check(REPEATED);
  expect((await all()).map(({ problems }) => problems.map(({ kind, otherLine }) => [kind, otherLine]))).toEqual([
    [],
    [],
    [['repeat', 2]],
    [['same_handle', 2]],
    [['two_customers', 3]],
    [],
    [],
    [['two_customers', 8]],
    [['repeat', 6]],
  ]);
  expect(rulesOf(summary)).toEqual({ repeats: 2 });
});

test('BB-08: exact repeats are skipped by rule', async () => {
  const { rule, all } = await check(REPEATED);
  expect((await rule('repeats')).problems).toEqual(
    new Map([
      ['same_handle', 1],
      ['two_customers', 2],
    ]),
  );
  expect((await all()).filter(({ isSkipped }) => isSkipped).map(({ line }) => line)).toEqual([4, 10]);
});

test('BB-08: a row that is skipped or fixed is compared again', async () => {
  const { change, kinds } = await check(['sms,+491511,a@b.co,,', 'sms,+491511,b@b.co,,', 'wa,+491511,a@b.co,,']);
  expect(await kinds()).toEqual([[], ['two_customers'], ['bad_channel']]);
  await change({ do: 'skip', row: 0 });
  expect(await kinds()).toEqual([[], [], ['bad_channel']]);
  await change({ do: 'restore', row: 0 });
  await change({ do: 'edit', row: 2, column: 'channel', text: 'sms' });
  expect(await kinds()).toEqual([[], ['two_customers'], ['repeat']]);
  await change({ do: 'edit', row: 0, column: 'external_user_id', text: '+491519' });
  expect(await kinds()).toEqual([[], [], ['two_customers']]);
});

test('BB-04: the last fix of many rows can be undone once; changes by hand stay', async () => {
  const { change, rule, all } = await check(['wa,0049151,,,', 'wa,0049152,a@b.co,,', 'fax,+49153,a@b.co,,']);
  const state = async () =>
    (await all()).map(({ cells: { channel, external_user_id: id, email }, isSkipped }) => [
      channel,
      id,
      email,
      isSkipped,
    ]);
  expect(await change({ do: 'edit', row: 0, column: 'email', text: 'x@y.co' })).toMatchObject({ canUndo: false });
  await rule('channel:wa');
  const before = await state();
  expect(before[0]).toEqual(['whatsapp', '0049151', 'x@y.co', false]);
  expect(await rule('phones')).toMatchObject({ canUndo: true });
  expect(await rule('phones'), 'a second press finds nothing').toMatchObject({ canUndo: true });
  expect(await change({ do: 'undo' })).toMatchObject({ canUndo: false });
  expect(await state()).toEqual(before);
  expect(await change({ do: 'undo' })).toMatchObject({ canUndo: false });
  expect(await state()).toEqual(before);

  expect(await change({ do: 'skip_refused' })).toMatchObject({ canUndo: true, skipped: 1 });
  expect(await change({ do: 'undo' })).toMatchObject({ skipped: 0, toFix: 1 });
  await rule('phones');
  expect(await change({ do: 'edit', row: 0, column: 'email', text: 'z@y.co' })).toMatchObject({ canUndo: false });
  await change({ do: 'undo' });
  expect((await state())[0]).toEqual(['whatsapp', '+49151', 'z@y.co', false]);
});

test('BB-04: a text is replaced in all cells of a column, exactly, but not in skipped rows, as one step that can be undone', async () => {
  const { handlers, change, ids, all } = await check([
    'sms,0049-151-1,0049-@b.co,0049-,',
    'sms,+49151,a@b.co,,',
    'messenger,x0049-0049-,a@b.co,,',
    'sms,0049-3,a@b.co,,',
    'fax,1\0,a@b.co,,',
  ]);
  await change({ do: 'skip', row: 3 });
  const before = await all();
  const replacement = { column: 'external_user_id', find: '0049-', replaceWith: '$&+\r\n49' } as const;
  expect(await handlers.countReplaced([replacement], {})).toBe(2);
  expect(await handlers.countReplaced([{ ...replacement, find: '' }], {}), 'nothing to find').toBe(0);
  expect(await handlers.countReplaced([{ ...replacement, column: 'email', find: 'A' }], {}), 'capitals').toBe(0);
  expect(await change({ do: 'replace', replacement })).toMatchObject({ canUndo: true });
  expect(await ids()).toEqual(['$&+49151-1', '+49151', 'x$&+49$&+49', '0049-3', '']);
  expect((await all()).map(({ isFixed }) => isFixed)).toEqual([true, false, true, false, false]);
  expect((await all())[0]?.cells).toMatchObject({ email: '0049-@b.co', display_handle: '0049-' });
  const nowhere = { ...replacement, find: 'nowhere' };
  expect(await change({ do: 'replace', replacement: nowhere }), 'keeps the step back').toMatchObject({ canUndo: true });
  expect(await change({ do: 'undo' })).toMatchObject({ canUndo: false });
  expect(await all()).toEqual(before);
});

test('BB-04: counting the cells of a replacement can be cancelled, as each key begins another count', async () => {
  const { handlers } = await check(['sms,+49151,a@b.co,,']);
  const stop = new AbortController();
  const replacement = { column: 'email', find: 'a', replaceWith: 'b' } as const;
  const counted = handlers.countReplaced([replacement], { signal: stop.signal });
  stop.abort();
  await expect(counted).rejects.toThrow('aborted');
});

test('changes are kept where more columns are mapped, and a channel may be that of all rows', async () => {
  const { handlers, change, all } = await check(['sms,+491511,a@b.co,Ada,']);
  await change({ do: 'edit', row: 0, column: 'email', text: 'x@y.co' });
  const mapping = new Map([
    ['external_user_id', 1],
    ['email', 2],
  ] as const);
  await handlers.map([mapping, { channel: 'whatsapp' }], {});
  const ofAllRows = { column: 'channel', find: 'whatsapp', replaceWith: 'sms' } as const;
  expect(await handlers.countReplaced([ofAllRows], {}), 'it is no cell of the file').toBe(0);
  const [row] = await all();
  expect(row?.cells).toEqual({
    channel: 'whatsapp',
    external_user_id: '+491511',
    email: 'x@y.co',
    display_handle: null,
    phone: null,
  });
  const body = await firstBody(handlers);
  expect(await body.text()).toBe('channel,external_user_id,email\nwhatsapp,+491511,x@y.co\n');
});

test('BB-04: with one channel for all rows, cells behind the last column are still found and dropped', async () => {
  const { handlers } = new FileEngine();
  const file = new File(['external_user_id,email\n+491511,a@b.co,\n+491512,b@b.co,x\n+491513,c@b.co'], 'handles.csv');
  await handlers.open([file, {}], {});
  const mapping = new Map([
    ['external_user_id', 0],
    ['email', 1],
  ] as const);
  const summary = await handlers.map([mapping, { channel: 'sms' }], {});
  expect([...summary.problems]).toEqual([['too_many_cells', 2]]);
  await handlers.change([{ do: 'rule', rule: 'extra_cells' }], {});
  expect(await (await firstBody(handlers)).text()).toBe(
    'channel,external_user_id,email\nsms,+491511,a@b.co\n\nsms,+491513,c@b.co\n',
  );
});

test('BB-04: rows are read by windows: all, those with one problem, skipped ones', async () => {
  const { handlers, change } = await check([
    'sms,,a@b.co,,',
    'fax,1,a@b.co,,',
    'sms,+49151,a@b.co,,',
    'fax,2,a@b.co,,',
  ]);
  await change({ do: 'edit', row: 2, column: 'phone', text: '+49301' });
  await change({ do: 'skip', row: 3 });
  const lines = async (...window: Parameters<typeof handlers.rows>[0]) => {
    const { rows, total } = await handlers.rows(window, {});
    return [total, ...rows.map(({ line }) => line)];
  };
  expect(await lines({ view: 'all', from: 1, to: 3 })).toEqual([4, 3, 4]);
  expect(await lines({ view: 'problems', from: 0, to: 9 })).toEqual([2, 2, 3]);
  expect(await lines({ view: 'problems', problem: 'bad_channel', from: 0, to: 9 })).toEqual([1, 3]);
  expect(await lines({ view: 'skipped', from: 0, to: 9 })).toEqual([1, 5]);
});
