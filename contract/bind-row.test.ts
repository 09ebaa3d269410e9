import { expect, test } from 'vitest';
import { validateBindRow, readBindHeader, type BindHeader } from './bind-row.ts';
import { CsvReader, type CsvRecord } from './csv-reader.ts';

function read(text: string): CsvRecord[] {
  const reader = new CsvReader();
  return [...reader.push(text), ...reader.end()];
}

function header(text: string): BindHeader {
  const [record] = read(text);
  const made = record === undefined ? 'empty' : readBindHeader(record);
  return typeof made === 'string' ? expect.fail(made) : made;
}

function refusal(text: string): string {
  const [record] = read(text);
  const made = record === undefined ? '' : readBindHeader(record);
  return typeof made === 'string' ? made : expect.fail('it was taken for a header');
}

const ALL = header('channel,external_user_id,email,display_handle,phone');

function judge(line: string, columns = ALL) {
  const [record] = read(line);
  return record === undefined ? expect.fail('no row') : validateBindRow(columns, record);
}

test('a header names its columns in any case and order, with blanks around them, among others', () => {
  const columns = header(' Phone ,EXTERNAL_USER_ID,notes,"Channel"');
  expect(judge('+49301,7,whatever,sms', columns)).toEqual({
    line: 1,
    channel: 'sms',
    externalUserId: '7',
    email: null,
    phone: '+49301',
    displayHandle: null,
  });
});

test.each([
  ['channel,email', 'The header is missing external_user_id'],
  ['a;b', 'The header is missing channel and external_user_id'],
  ['channel,external_user_id,CHANNEL', 'The header names the column channel twice'],
  ['channel,external_user_id,email, Email', 'The header names the column email twice'],
  ['channel,external_user_id,\0', 'The row contains a NUL character'],
  ['channel,"external_user_id', 'A quotation mark is never closed'],
  [`channel,external_user_id${',x'.repeat(63)}`, 'The header has more than 64 columns'],
])('%j is no header', (text, message) => {
  expect(refusal(text)).toBe(message);
});

test('a row is validated in this order: readable, channel, cells, customer', () => {
  const long = 'x'.repeat(201);
  for (const [row, outcome, code] of [
    [`fax,${long},nobody,${long},,too many`, 'failed', 'bad_request'],
    [`fax,${long},nobody,${long},`, 'bad_channel', 'bad_channel'],
    [`sms,${long},nobody,${long},`, 'failed', 'bad_field'],
    ['sms,1,nobody,,', 'failed', 'bad_field'],
    [`sms,1,,${long},`, 'failed', 'bad_field'],
    ['sms,1,,,', 'no_identity', 'no_identity'],
  ] as const) {
    expect(judge(row), row).toMatchObject({ outcome, code });
  }
  expect(judge('sms,1,a@example.org,,')).toMatchObject({ channel: 'sms', email: 'a@example.org' });
});

test.each(['4.91517E+12', '4,91517e12', '+1E5', '-2.5e-3', '491517e+1'])(
  '%s is a damaged number as a phone and as an id of whatsapp and sms',
  (text) => {
    for (const row of [
      `whatsapp,"${text}",a@example.org`,
      `sms,"${text}",a@example.org`,
      `email,1,a@example.org,,"${text}"`,
      `messenger,1,,,"${text}"`,
    ]) {
      expect(judge(row), row).toMatchObject({ outcome: 'failed', code: 'damaged_number' });
    }
    expect(judge(`messenger,"${text}",a@example.org`)).toMatchObject({ externalUserId: text });
    expect(judge(`sms,1,a@example.org,"${text}"`)).toMatchObject({ displayHandle: text });
  },
);

test('a damaged number is found after the other wrong cells and before the customer', () => {
  expect(judge('fax,4.9E+12,a@example.org')).toMatchObject({ code: 'bad_channel' });
  expect(judge('sms,4.9E+12,nobody')).toMatchObject({ code: 'bad_field' });
  expect(judge('sms,4.9E+12,,,')).toEqual({
    line: 1,
    outcome: 'failed',
    code: 'damaged_number',
    message: 'external_user_id is a number that a spreadsheet shortened, such as 4.91517E+12',
  });
  expect(judge('sms,1,,,4.9E+12')).toMatchObject({
    message: 'phone is a number that a spreadsheet shortened, such as 4.91517E+12',
  });
});

test.each(['E12', '4.9E', '4.9', '+49151', '4.9E+12 ', 'x4e5', '4.9.1E+12'])('%j is no damaged number', (text) => {
  expect(judge(`sms,"${text}",a@example.org,,"${text}"`)).toMatchObject({ externalUserId: text });
});

test.each(['', 'Whats App', '" sms"', 'fax', 'constructor', '__proto__'])('%j is no channel', (name) => {
  expect(judge(`${name},1,a@example.org`)).toMatchObject({ outcome: 'bad_channel' });
});

test.each(['WhatsApp', 'WHATSAPP'])('%j is the channel whatsapp', (name) => {
  expect(judge(`${name},1,a@example.org`)).toMatchObject({ channel: 'whatsapp' });
});

test('blanks around the cells of a row are no part of them', () => {
  expect(judge(' sms ,\t1 , a@example.org , "@ada ", +49 30 1 ')).toMatchObject({
    channel: 'sms',
    externalUserId: '1',
    email: 'a@example.org',
    displayHandle: '@ada ',
    phone: '+49 30 1',
  });
});

test('lengths count code points: 200 of an id and of a handle, 40 of a phone', () => {
  for (const letter of ['x', '🚲']) {
    const full = letter.repeat(200);
    expect(judge(`sms,${full},a@example.org,${full},${letter.repeat(40)}`)).toMatchObject({ externalUserId: full });
    expect(judge(`sms,${full}${letter},a@example.org`)).toMatchObject({ outcome: 'failed' });
    expect(judge(`sms,1,a@example.org,${full}${letter}`)).toMatchObject({ outcome: 'failed' });
    expect(judge(`sms,1,a@example.org,,${letter.repeat(41)}`)).toMatchObject({ outcome: 'failed' });
  }
  for (const id of ['', ' ', '""', '" "'])
    expect(judge(`sms,${id},a@example.org`)).toMatchObject({ outcome: 'failed' });
});

test('missing cells are empty, and a phone without digits matches no customer', () => {
  expect(judge('sms,1')).toMatchObject({ outcome: 'no_identity' });
  expect(judge('sms')).toMatchObject({ outcome: 'failed' });
  expect(judge('sms,1,,, (-) ')).toMatchObject({ outcome: 'no_identity' });
  expect(judge('sms,1,a@example.org,,-')).toMatchObject({ phone: '-' });
});
