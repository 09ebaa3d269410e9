import { expect, test } from 'vitest';
import { sql, type Database, type Db } from '#server/db/db.ts';
import { startTestService, type TestSite } from '#server/testing/service.ts';
import { TokenBook } from './token-book.ts';
import { newToken } from './token-format.ts';

const NOW_MS = Date.parse('2026-11-20T14:30:00Z');
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A database that answers when the test lets it. */
class HeldDatabase {
  readonly waiting: (() => void)[] = [];
  readonly #database: Database;
  isHeld = false;

  constructor(database: Database) {
    this.#database = database;
  }

  forSite(siteId: bigint): Db {
    const db = this.#database.forSite(siteId);
    return {
      ...db,
      query: async (statement) => {
        if (this.isHeld) await new Promise<void>((resolve) => this.waiting.push(resolve));
        return db.query(statement);
      },
    };
  }
}

test('invented tokens are read two at a time, and do not delay a token that was valid before', async () => {
  const service = await startTestService();
  const [known, fresh] = [await service.createSite(), await service.createSite()];
  const database = new HeldDatabase(service.database);
  const book = new TokenBook(database);
  expect((await book.find(known.token, NOW_MS, '192.0.2.1')).kind).toBe('good');
  database.isHeld = true;
  const invented = Array.from({ length: 100 }, () => book.find(newToken('sck', known.site.id), NOW_MS, '198.51.100.7'));
  await settle();
  expect(database.waiting).toHaveLength(2);
  // Found before, though its second is over and the cache was emptied.
  book.forget();
  const again = book.find(known.token, NOW_MS + 5_000, '192.0.2.1');
  await settle();
  expect(database.waiting).toHaveLength(3);
  database.waiting.pop()?.();
  expect((await again).kind).toBe('good');
  // A new token from another address is next, before the 98 that wait.
  const first = book.find(fresh.token, NOW_MS, '192.0.2.2');
  database.isHeld = false;
  for (const answer of database.waiting.splice(0)) answer();
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
  const database = new HeldDatabase(service.database);
  const book = new TokenBook(database);
  database.isHeld = true;
  const find = () => book.find(token, NOW_MS, '192.0.2.1');
  const storm = Array.from({ length: 50 }, find);
  await settle();
  expect(database.waiting).toHaveLength(1);
  book.forget();
  const after = [find(), find()];
  await settle();
  expect(database.waiting).toHaveLength(2);
  database.isHeld = false;
  for (const answer of database.waiting.splice(0)) answer();
  for (const { kind } of await Promise.all([...storm, ...after])) expect(kind).toBe('good');
  expect(book.misses).toBe(2);
  await service.close();
});

test('a change of one site’s tokens leaves those of other sites in the cache', async () => {
  const service = await startTestService();
  const [home, other] = [await service.createSite(), await service.createSite()];
  const book = new TokenBook(service.database);
  for (const { token } of [home, other]) await book.find(token, NOW_MS, '192.0.2.1');
  book.forget(home.site.id);
  expect(book.recall(home.token, NOW_MS)).toBeUndefined();
  expect(book.recall(other.token, NOW_MS)).toBeDefined();
  await service.close();
});

test('the uses of each site are written for themselves: a site whose write fails keeps its counts, and the others do not wait', async () => {
  const service = await startTestService();
  const [broken, other] = [await service.createSite(), await service.createSite()];
  const down: Db = {
    ...service.database.forSite(broken.site.id),
    query: () => Promise.reject(new Error('down')),
    transaction: () => Promise.reject(new Error('down')),
  };
  let isDown = false;
  const book = new TokenBook({
    forSite: (siteId) => (isDown && siteId === broken.site.id ? down : service.database.forSite(siteId)),
  });
  const use = async ({ token }: TestSite) => {
    const found = await book.find(token, NOW_MS, '192.0.2.1');
    if (found.kind === 'good') book.use.count(found.token, NOW_MS);
  };
  const stored = async () =>
    (await service.database.owner.query<{ n: bigint }>(sql`select request_count as n from api_token order by id`)).map(
      ({ n }) => n,
    );
  for (const site of [broken, other, other]) await use(site);
  isDown = true;
  await expect(book.flush()).rejects.toThrow('down');
  expect(await stored()).toEqual([0n, 2n]);
  isDown = false;
  await book.flush();
  expect(await stored()).toEqual([1n, 2n]);
  expect(book.use.takeCalledSites()).toEqual([broken.site.id, other.site.id]);
  expect(book.use.takeCalledSites()).toEqual([]);
  await service.close();
});
