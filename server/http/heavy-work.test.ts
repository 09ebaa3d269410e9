import { EventEmitter } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { ClientGone } from '#server/operation/api-error.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { HeavyWork } from './heavy-work.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** A response of which only the event `close` is used. */
function reader() {
  const emitter = new EventEmitter();
  return { response: emitter as unknown as Parameters<HeavyWork['run']>[1], leave: () => emitter.emit('close') };
}

/** Work that ends when the test says so. */
function begin(work: HeavyWork, siteId: bigint) {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = work.run(siteId, reader().response, async () => {
    begun.resolve();
    await end.promise;
  });
  return { begun: begun.promise, end: end.resolve, done };
}

test('a site has one piece of heavy work at a time, and another site does not wait for it', async () => {
  const work = new HeavyWork();
  const first = begin(work, 1n);
  await first.begun;
  let isSecondBegun = false;
  const second = work.run(1n, reader().response, () => {
    isSecondBegun = true;
  });
  await work.run(2n, reader().response, () => undefined);
  expect(isSecondBegun).toBe(false);
  first.end();
  await Promise.all([first.done, second]);
  expect(isSecondBegun).toBe(true);
});

test('heavy work starts after earlier work in the event loop', async () => {
  const order: string[] = [];
  setImmediate(() => order.push('small'));
  await new HeavyWork().run(1n, reader().response, () => order.push('heavy'));
  expect(order).toEqual(['small', 'heavy']);
});

test('waiting work ends when its client disconnects, after the time limit, and immediately if 16 are waiting', async () => {
  const work = new HeavyWork({ waitMs: 60_000 });
  const first = begin(work, 1n);
  await first.begun;
  const gone = reader();
  const leaving = work.run(1n, gone.response, () => expect.fail('nobody reads it'));
  gone.leave();
  await expect(leaving).rejects.toThrow(ClientGone);
  const waiting = Array.from({ length: 16 }, () => work.run(1n, reader().response, () => 'done'));
  const refused = { code: 'overloaded', details: { retryAfterSeconds: 5 } };
  await expect(work.run(1n, reader().response, () => 'done')).rejects.toMatchObject(refused);
  first.end();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']));

  const hasty = new HeavyWork({ waitMs: 1 });
  const long = begin(hasty, 1n);
  await expect(hasty.run(1n, reader().response, () => 'done')).rejects.toMatchObject(refused);
  long.end();
  await long.done;
});

test('dry runs and bodies over 64 kB of a site share one queue; its other calls and other sites do not wait', async () => {
  const [home, other] = [await service.createSite(), await service.createSite()];
  const call = (token: string, body: object) => service.call('POST', 'tickets_bulk', { token, body });
  const dryRun = { ids: [1], patch: { priority: 'low' }, dry_run: true };
  const large = { ids: [1], patch: { add_tags: ['a'.repeat(70_000)] } };
  for (const { token } of [home, other]) expectSuccess(await call(token, dryRun));
  const [locked, unlock] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lock = service.database.owner.transaction(async (db) => {
    await db.query(sql`lock table ticket in access exclusive mode`);
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  const running = Array.from({ length: 17 }, () => call(home.token, dryRun));
  for (const body of [dryRun, large]) {
    const refused = await call(home.token, body);
    expectError(refused, 'overloaded');
    expect(refused.headers['retry-after']).toBe('5');
  }
  expectError(await call(home.token, { ids: [], patch: { priority: 'low' } }), 'bad_field');
  expectError(await call(other.token, large), 'bad_field');
  unlock.resolve();
  await lock;
  for (const answer of await Promise.all(running)) expectSuccess(answer);
  expectError(await call(home.token, large), 'bad_field');
});
