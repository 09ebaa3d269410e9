import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql, type Db } from '#server/db/db.ts';
import { DatabaseUnavailable } from '#server/db/errors.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { reserveCall } from './reserve-call.ts';
import { SAMPLE_CALL, SAMPLE_PRICES } from '#server/testing/sample-calls.ts';
import { settleCall } from './settle-call.ts';

let service: TestService;
let own: TestSite;
let reservation: bigint;

beforeEach(async () => {
  service = await startTestService();
  own = await service.createSite();
  const wanted = {
    feature: 'copilot',
    model: 'small',
    ticketId: null,
    inputTokens: 5,
    outputTokens: 5,
    price: null,
  } as const;
  reservation = await reserveCall(service.database.forSite(own.site.id), own.site, wanted, context());
});
afterEach(() => service.close());

const context = () => ({ actor: TEST_ACTOR, now: service.clock.now(), prices: SAMPLE_PRICES });
const settle = (db: Db) =>
  settleCall(db, own.site, { reservation, input: SAMPLE_CALL }, context(), async (_db, { tokens }) => tokens);
const state = async () => {
  const { owner } = service.database;
  const [row] = await owner.query(sql`
    select (select count(*) from ai_reservation) as reserved, (select count(*) from ai_call) as stored,
      (select coalesce(sum(calls), 0)::bigint from ai_usage_day) as counted`);
  return row;
};

/** A handle that loses its connection before or after its first commit. */
function losing(when: 'before' | 'after'): Db {
  const db = service.database.forSite(own.site.id);
  let isFirst = true;
  return {
    ...db,
    async transaction(work, reserve) {
      const isLost = isFirst;
      isFirst = false;
      if (isLost && when === 'before') throw new DatabaseUnavailable('gone');
      const result = await db.transaction(work, reserve);
      if (isLost) throw new DatabaseUnavailable('gone');
      return result;
    },
  };
}

test('settling releases the reservation and counts the call', async () => {
  expect(await state()).toEqual({ reserved: 1n, stored: 0n, counted: 0n });
  expect(await settle(service.database.forSite(own.site.id))).toBe(40n);
  expect(await state()).toEqual({ reserved: 0n, stored: 1n, counted: 1n });
});

test.each(['before', 'after'] as const)(
  'a connection lost %s the commit neither loses a call nor counts it twice',
  async (when) => {
    expect(await settle(losing(when))).toBe(40n);
    expect(await state()).toEqual({ reserved: 0n, stored: 1n, counted: 1n });
  },
);

test('other failures are not retried, and the reservation expires', async () => {
  const input = { ...SAMPLE_CALL, latencyMs: -1 };
  const db = service.database.forSite(own.site.id);
  const failing = settleCall(db, own.site, { reservation, input }, context(), async () => undefined);
  await expect(failing).rejects.toThrow(/check/);
  expect(await state()).toEqual({ reserved: 1n, stored: 0n, counted: 0n });
});
