import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const listed = vi.hoisted(() => ({ count: 0 }));
vi.mock('./bulk-set.ts', async (original) => ({
  ...(await original<object>()),
  listSet: async () =>
    Array.from({ length: listed.count }, (_, n) => ({
      ...{ id: BigInt(n + 1), number: n + 1, subject: null, version: 1, state: 'waiting' },
      ...{ code: null, message: null, requestId: null, before: null },
    })),
}));

beforeAll(() => {
  // Files of tests share a process, where the module may be loaded already, with the set as it is.
  vi.resetModules();
  vi.stubGlobal('HTMLElement', Object);
  vi.stubGlobal('document', { activeElement: null });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterAll(() => vi.unstubAllGlobals());

test('IN-37: a set that has grown over 50 since it was selected is asked about, and nothing is sent', async () => {
  const { startJob, jobRows } = await import('./bulk-job.ts');
  listed.count = 51;
  const onLarge = vi.fn<() => void>();
  const selection = { query: { status: 'open' }, total: 40 };
  const job = { selection, patch: { status: 'resolved' }, hasBulk: true, confirmed: undefined, onLarge } as const;
  expect(await startJob(job)).toBe(false);
  expect(onLarge).toHaveBeenCalledOnce();
  expect(jobRows()).toEqual([]);
});
