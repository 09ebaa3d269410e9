import { expect, test } from 'vitest';
import { UnverifiedReads } from './unverified-reads.ts';

/** Reads that the test completes, in the order in which they began. */
function heldReads() {
  const begun: { readonly secret: string; readonly end: (found?: true) => void }[] = [];
  const reads = new UnverifiedReads();
  const read = (secret: string, address: string) =>
    reads.read(secret, address, () => {
      const { promise, resolve } = Promise.withResolvers<true | undefined>();
      begun.push({ secret, end: resolve });
      return promise;
    });
  return { begun, read };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('invented secrets are read two at a time, addresses in turns', async () => {
  const { begun, read } = heldReads();
  const calls = ['a1', 'a2', 'a3', 'a4', 'b1'].map((secret) => read(secret, `192.0.2.${secret.charCodeAt(0)}`));
  await settled();
  expect(begun.map(({ secret }) => secret)).toEqual(['a1', 'a2']);
  begun[0]?.end();
  await settled();
  expect(begun.map(({ secret }) => secret)).toEqual(['a1', 'a2', 'b1']);
  for (let at = 1; at < 5; at += 1) {
    begun[at]?.end();
    await settled();
  }
  expect(await Promise.all(calls)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test('a secret that was found before does not wait for invented ones, until it is no longer found', async () => {
  const { begun, read } = heldReads();
  const first = read('right', '192.0.2.1');
  await settled();
  begun[0]?.end(true);
  expect(await first).toBe(true);
  void read('x', '192.0.2.2');
  void read('y', '192.0.2.2');
  await settled();
  void read('right', '192.0.2.1');
  await settled();
  expect(begun.map(({ secret }) => secret)).toEqual(['right', 'x', 'y', 'right']);
  begun[3]?.end();
  await settled();
  void read('right', '192.0.2.1');
  await settled();
  expect(begun).toHaveLength(4);
});
