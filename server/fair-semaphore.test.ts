import { expect, test } from 'vitest';
import { FairSemaphore } from './fair-semaphore.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Acquires `count` places; the returned list gets their release functions as they are granted. */
function ask(places: FairSemaphore<string>, key: string, count: number): (() => void)[] {
  const granted: (() => void)[] = [];
  for (let n = 0; n < count; n += 1) void places.acquire(key, null).then((release) => granted.push(release));
  return granted;
}

test('a lone key gets the whole capacity; the rest of its requests wait', async () => {
  const places = new FairSemaphore<string>({ capacity: 8 });
  const own = ask(places, 'a', 20);
  await settle();
  expect(own).toHaveLength(8);
  expect(places.tryAcquire('a')).toBeNull();
  own[0]?.();
  own[0]?.();
  await settle();
  expect(own).toHaveLength(9);
});

test('another key gets its share at once, however much the first one holds and waits for', async () => {
  const places = new FairSemaphore<string>({ capacity: 8 });
  const first = ask(places, 'a', 50);
  await settle();
  const second = ask(places, 'b', 5);
  await settle();
  expect(first).toHaveLength(8);
  expect(second).toHaveLength(2);
});

test('the waiting key that holds least is next', async () => {
  const places = new FairSemaphore<string>({ capacity: 8 });
  const first = ask(places, 'a', 50);
  await settle();
  const second = ask(places, 'b', 50);
  await settle();
  for (let n = 0; n < 4; n += 1) {
    first.shift()?.();
    await settle();
  }
  // Two of the four releases offset what the second key held beyond the capacity.
  expect([places.heldBy('a'), places.heldBy('b')]).toEqual([4, 4]);
  for (const release of [...first, ...second]) release();
  await settle();
  expect(places.held).toBe(8);
});

test('with a capacity of one, keys take turns, however many requests one of them has', async () => {
  const places = new FairSemaphore<string>({ capacity: 1, share: 0 });
  const order: string[] = [];
  const begin = (key: string) =>
    void places.acquire(key, null).then(async (release) => {
      order.push(key);
      await settle();
      release();
    });
  for (const key of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) begin(key);
  while (places.held > 0) await settle();
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

test('the key that has spent least is next; none saves up turns or starves', async () => {
  const places = new FairSemaphore<string>({ capacity: 1, share: 0 });
  const order: string[] = [];
  const run = async (key: string, spent: number) => {
    const release = await places.acquire(key, null);
    order.push(key);
    await settle();
    release(spent);
  };
  const heavy = Array.from({ length: 3 }, () => run('heavy', 100));
  const light = Array.from({ length: 30 }, () => run('light', 10));
  await Promise.all([...heavy, ...light]);
  const tenLight = Array.from({ length: 10 }, () => 'light');
  expect(order.slice(0, 12)).toEqual(['heavy', ...tenLight, 'heavy']);
  expect(order.filter((key) => key === 'heavy')).toHaveLength(3);
  expect(order.lastIndexOf('heavy')).toBeLessThan(24);
  // A late key starts at the virtual time of the others.
  order.splice(0);
  await Promise.all([run('light', 10), run('late', 10), run('light', 10), run('late', 10), run('late', 10)]);
  expect(order.slice(0, 4).toSorted()).toEqual(['late', 'late', 'light', 'light']);
});

test('a key that was quiet is next until it has spent its credit, and then takes turns', async () => {
  const places = new FairSemaphore<string>({ capacity: 1, share: 0, credit: 25 });
  const granted: { readonly key: string; readonly release: (spent: number) => void }[] = [];
  const ask = (key: string) => void places.acquire(key, null).then((release) => granted.push({ key, release }));
  const endTurn = async () => {
    granted.at(-1)?.release(10);
    await settle();
    return granted.at(-1)?.key;
  };
  for (let n = 0; n < 30; n += 1) ['a', 'b', 'c'].forEach(ask);
  await settle();
  for (let n = 0; n < 12; n += 1) await endTurn();
  const waited: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    ask('quiet');
    let turns = 1;
    while ((await endTurn()) !== 'quiet') turns += 1;
    waited.push(turns);
  }
  expect(waited).toEqual([1, 1, 1, 3]);
});

test('shares cannot exceed the upper bound', async () => {
  const places = new FairSemaphore<string>({ capacity: 8, most: 9 });
  ask(places, 'a', 8);
  await settle();
  expect(ask(places, 'b', 1)).toBeDefined();
  await settle();
  expect(places.tryAcquire('c')).toBeNull();
});

test('an aborted request is skipped and leaves no state', async () => {
  const places = new FairSemaphore<string>({ capacity: 1 });
  const [release] = [await places.acquire('a', null)];
  const gone = new AbortController();
  const waiting = places.acquire('a', gone.signal);
  const next = places.acquire('a', null);
  gone.abort(new Error('too late'));
  await expect(waiting).rejects.toThrow('too late');
  release();
  (await next)();
  expect(places.held).toBe(0);
  await expect(places.acquire('a', gone.signal)).rejects.toThrow('too late');
});

test('counts amounts and keeps the order within each key', async () => {
  const bytes = new FairSemaphore<string>({ capacity: 100, share: 25, most: 125 });
  const large = bytes.tryAcquire('a', 90);
  expect(large).not.toBeNull();
  expect(bytes.tryAcquire('a', 20)).toBeNull();
  expect(bytes.tryAcquire('b', 30)).toBeNull();
  const small = bytes.tryAcquire('b', 25);
  expect(small).not.toBeNull();
  expect(bytes.held).toBe(115);
  large?.();
  small?.();
  expect(bytes.held).toBe(0);
});
