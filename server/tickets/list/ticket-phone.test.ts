import { afterAll, beforeAll, expect, test } from 'vitest';
import { phoneKey } from '#contract/contact-keys.ts';
import { sql } from '#server/db/db.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
});

afterAll(() => service.close());

const WRITTEN = ['0049/30 1', '+49 (0)30 1', '030 1', '030/1', '(00) 44', '00', ' (-) .', 'ask for Ben'];

test.each([null, 'DE', 'US'] as const)(
  'a ticket is stored with its matched phone, in the country %s',
  async (country) => {
    const { site, token } = await service.createSite({ country });
    for (const requester_phone of WRITTEN) {
      expectSuccess(await service.call('POST', 'tickets', { token, body: { subject: 'Bell', requester_phone } }));
    }
    const rows = await service.database.owner.query<{ key: string | null }>(sql`
    select requester_phone_key as key from ticket where site_id = ${site.id} order by id`);
    expect(rows.map(({ key }) => key)).toEqual(WRITTEN.map((phone) => phoneKey(phone, country)));
  },
);
