import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import type { Answer, EarlyStart } from '#src/start/early-start.ts';

export type { Answer };

/** An answer that was asked for longer ago is asked for anew. */
const MAX_AGE_MS = 10_000;

let start: Pick<EarlyStart, 'token' | 'calls'> | null = null;

/** Takes over what the document's first script sent. The token leaves the window's globals with it. */
export function adoptEarlyCalls(): void {
  const { earlyStart } = window;
  if (earlyStart === undefined) return;
  start = { token: earlyStart.token, calls: earlyStart.calls };
  delete window.earlyStart;
}

/**
 * The answer of a GET that was sent beside the scripts, once; null where none was sent with this token, and where it was
 * refused or lost: then the call goes the ordinary way. Rejects when `signal` is aborted.
 */
export async function readEarlyAnswer(url: string, token: string, signal: AbortSignal): Promise<Answer | null> {
  const call = start?.token === token ? start.calls[url] : undefined;
  if (start === null || call === undefined) return null;
  delete start.calls[url];
  if (Date.now() - call.sentAt > MAX_AGE_MS) return null;
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    const answer = await Promise.race([call.answer, aborted]);
    return answer.response.ok ? answer : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/**
 * Stores which calls a page begins with, until the tab closes or is signed out: `start.ts` sends them beside the scripts when
 * this tab opens the same address again. A loader gives the query options that it prefetches, the most important first: two
 * are sent.
 */
export function rememberFirstCalls(
  { pathname, searchStr }: { readonly pathname: string; readonly searchStr: string },
  ...queries: readonly { readonly meta: { readonly search: () => string } }[]
): void {
  const searches = queries.map(({ meta }) => meta.search());
  storage.tab.set(SITE_KEYS.firstCalls, JSON.stringify({ address: pathname + searchStr, searches }));
}
