import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { visitDueSites } from './due-sites.ts';

const HOUR = 3_600_000;
let service: TestService;
let ids: readonly bigint[];

beforeEach(async () => {
  service = await startTestService();
  const sites = [await service.createSite(), await service.createSite({ name: 'Other' })];
  ids = sites.map(({ site }) => site.id);
});
afterEach(() => service.close());

/** Visits the sites that are due, and returns their ids. */
async function visit({
  isWanted = () => true,
  isBroken = () => false,
}: { readonly isWanted?: () => boolean; readonly isBroken?: (id: bigint) => boolean } = {}): Promise<bigint[]> {
  const visited: bigint[] = [];
  await visitDueSites(
    { database: service.database, clock: service.clock, isWanted },
    'retention',
    async ({ id }, now) => {
      visited.push(id);
      if (isBroken(id)) throw new Error('broken');
      return new Date(now.getTime() + HOUR);
    },
  );
  return visited;
}

test('each site is visited when it is due, and not again before the time that its visit returned', async () => {
  expect(await visit()).toEqual(ids);
  service.clock.advance(HOUR - 1);
  expect(await visit()).toEqual([]);
  service.clock.advance(1);
  expect(await visit()).toEqual(ids);
});

test('nodes that visit at once share the sites', async () => {
  for (let n = 0; n < 8; n += 1) await service.createSite({ name: `Site ${n}` });
  const visited = (await Promise.all([visit(), visit(), visit()])).flat();
  expect(visited).toHaveLength(10);
  expect(new Set(visited).size).toBe(10);
});

test('a failed visit is repeated after ten minutes, and does not keep the other sites waiting', async () => {
  const [first = 0n] = ids;
  await expect(visit({ isBroken: (id) => id === first })).rejects.toThrow('broken');
  service.clock.advance(10 * 60_000 - 1);
  expect(await visit()).toEqual([]);
  service.clock.advance(1);
  expect(await visit()).toEqual([first]);
});

test('a site whose visit was stopped stays due', async () => {
  let left = 1;
  expect(await visit({ isWanted: () => left-- > 0 })).toHaveLength(1);
  expect(await visit()).toHaveLength(2);
});

test('after the clock was set back, a site does not wait for the old time', async () => {
  service.clock.advance(365 * 24 * HOUR);
  await visit();
  service.clock.advance(-365 * 24 * HOUR);
  expect(await visit()).toEqual(ids);
});
