import { afterAll, beforeAll, expect, test } from 'vitest';
import { phoneKey } from '#contract/contact-keys.ts';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
});

afterAll(() => service.close());

const BLANKS = [...'\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'];
for (let code = 0x2000; code <= 0x200a; code += 1) BLANKS.push(String.fromCodePoint(code));

test('the database matches phones as the contract does, whatever stands between the digits', async () => {
  const { site } = await service.createSite();
  const phones = [
    ...[...BLANKS, ...'.-()[]\u2010\u2011', '/', 'x', '\u2012', '\u200b'].map((mark) => `0049${mark}30 1`),
    ...['030 00 12', '(00) 44', '00', '+', ' (-) .', '000', '٠٠٤٩', 'a', null],
  ];
  await service.database.owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc,
      requester_phone, search_text)
    select ${site.id}, n, n, 'Ticket', 'open', 'low', 'web', ${'2026-11-20T00:00:00Z'}::timestamptz,
      ${'2026-11-20T00:00:00Z'}::timestamptz, phone, ''
    from unnest(${phones}::text[]) with ordinality as given (phone, n)`);
  const rows = await service.database.owner.query<{ key: string | null }>(sql`
    select requester_phone_key as key from ticket where site_id = ${site.id} order by id`);
  expect(rows.map(({ key }) => key)).toEqual(phones.map((phone) => (phone === null ? null : phoneKey(phone))));
});
