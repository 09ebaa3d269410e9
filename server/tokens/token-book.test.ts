import { expect, test } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { startTestService } from '#server/testing/service.ts';
import { TokenBook } from './token-book.ts';
import { newToken } from './token-format.ts';

const NOW_MS = Date.parse('2026-11-20T14:30:00Z');
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A database that answers when the test lets it. */
class HeldDb implements Db {
  readonly waiting: (() => void)[] = [];
  readonly #db: Db;
  isHeld = false;

  constructor(db: Db) {
    this.#db = db;
  }

  async query<Row extends object>(statement: Parameters<Db['query']>[0]): Promise<Row[]> {
    if (this.isHeld) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return this.#db.query<Row>(statement);
  }

  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    return this.#db.transaction(work);
  }
}

test('invented tokens are read two at a time, and do not delay a token that was valid before', async () => {
  const service = await startTestService();
  const [known, fresh] = [await service.createSite(), await service.createSite()];
  const db = new HeldDb(service.database.unbound);
  const book = new TokenBook(db);
  expect((await book.find(known.token, NOW_MS, '192.0.2.1')).kind).toBe('good');
  db.isHeld = true;
  const invented = Array.from({ length: 100 }, () => book.find(newToken('sck'), NOW_MS, '198.51.100.7'));
  await settle();
  expect(db.waiting).toHaveLength(2);
  // Found before, though its second is over and the cache was emptied.
  book.forget();
  const again = book.find(known.token, NOW_MS + 5_000, '192.0.2.1');
  await settle();
  expect(db.waiting).toHaveLength(3);
  db.waiting.pop()?.();
  expect((await again).kind).toBe('good');
  // A new token from another address is next, before the 98 that wait.
  const first = book.find(fresh.token, NOW_MS, '192.0.2.2');
  db.isHeld = false;
  for (const answer of db.waiting.splice(0)) answer();
  const order: string[] = [];
  for (const finding of invented) void finding.then(({ kind }) => order.push(kind));
  void first.then(({ kind }) => order.push(kind));
  expect((await first).kind).toBe('good');
  await settle();
  expect(order.indexOf('good')).toBeLessThan(6);
  for (const finding of await Promise.all(invented)) expect(finding.kind).toBe('unknown');
  await service.close();
});

test('calls that arrive while their token is read share the read, but not one from before a change of tokens', async () => {
  const service = await startTestService();
  const { token } = await service.createSite();
  const db = new HeldDb(service.database.unbound);
  const book = new TokenBook(db);
  db.isHeld = true;
  const find = () => book.find(token, NOW_MS, '192.0.2.1');
  const storm = Array.from({ length: 50 }, find);
  await settle();
  expect(db.waiting).toHaveLength(1);
  book.forget();
  const after = [find(), find()];
  await settle();
  expect(db.waiting).toHaveLength(2);
  db.isHeld = false;
  for (const answer of db.waiting.splice(0)) answer();
  for (const { kind } of await Promise.all([...storm, ...after])) expect(kind).toBe('good');
  expect(book.misses).toBe(2);
  await service.close();
});

test('a change of one site’s tokens leaves those of other sites in the cache', async () => {
  const service = await startTestService();
  const [home, other] = [await service.createSite(), await service.createSite()];
  const book = new TokenBook(service.database.unbound);
  for (const { token } of [home, other]) await book.find(token, NOW_MS, '192.0.2.1');
  book.forget(home.site.id);
  expect(book.recall(home.token, NOW_MS)).toBeUndefined();
  expect(book.recall(other.token, NOW_MS)).toBeDefined();
  await service.close();
});
