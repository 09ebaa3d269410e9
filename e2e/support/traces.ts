import type { Page } from '@playwright/test';

/** Parts of React's tree that are searched for the query client. */
interface Fiber {
  readonly memoizedProps: { readonly client?: unknown } | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/**
 * Everything that outlives a dialog and can be read by a script of the page: the document, its fields, the address, the
 * stores of the browser, the addresses that were fetched, and the caches of queries and writes.
 */
export async function tracesOf(page: Page): Promise<string> {
  const html = await page.content();
  const kept = await page.evaluate(async () => {
    const asText = (value: unknown): string =>
      JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)) ?? '';
    const parts = [location.href, JSON.stringify(history.state)];
    for (const store of [localStorage, sessionStorage]) parts.push(JSON.stringify({ ...store }));
    for (const field of document.querySelectorAll('input, textarea')) parts.push((field as HTMLInputElement).value);
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(name)));
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => all.addEventListener('success', resolve));
        parts.push(asText(all.result));
      }
      database.close();
    }
    parts.push(JSON.stringify(performance.getEntriesByType('resource').map((entry) => entry.name)));

    const root = document.querySelector('#root');
    const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer$'));
    const waiting: (Fiber | null)[] = [root === null || key === undefined ? null : (Reflect.get(root, key) as Fiber)];
    let caches = 0;
    while (waiting.length > 0 && caches === 0) {
      const fiber = waiting.shift() ?? null;
      if (fiber === null) continue;
      const client = fiber.memoizedProps?.client;
      if (typeof client === 'object' && client !== null && 'getQueryCache' in client) {
        for (const cache of ['getQueryCache', 'getMutationCache']) {
          const { getAll } = Reflect.get(client, cache).call(client) as { getAll(): { state: unknown }[] };
          const entries = getAll.call(Reflect.get(client, cache).call(client));
          parts.push(`${cache} ${entries.map(({ state }) => asText(state)).join('\n')}`);
          caches += 1;
        }
      }
      waiting.push(fiber.child, fiber.sibling);
    }
    if (caches === 0) throw new Error('the query client was not found');
    return parts.join('\n');
  });
  return `${html}\n${kept}`;
}
