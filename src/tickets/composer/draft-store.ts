import * as z from 'zod/mini';
import { choice, isIdText } from '#contract/scalars.ts';
import { STATUSES } from '#contract/ticket-names.ts';
import { getTicket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { queryClient } from '#src/api/query-client.ts';
import { whoamiOptions } from '#src/api/whoami.ts';
import { BrowserDatabase } from '#src/browser/database.ts';
import { isFramed, SITE_KEYS, storage } from '#src/browser/storage.ts';
import { parseId } from '#src/format/id.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';

/** A try to send it: the same key and body again cannot post twice, even after a reload of the page. */
const attempt = z.object({
  key: z.string(),
  channel: z.nullable(z.string()),
  version: z.nullable(z.number()),
  status: z.nullable(choice(STATUSES)),
});
export type Attempt = z.output<typeof attempt>;

const draft = z.object({
  text: z.string(),
  /** Null: the channel that the customer used last. */
  channel: z.nullable(z.string()),
  savedAtMs: z.number(),
  /** The newest comment that was there when the text was begun; absent where the comments were not known. */
  seenId: z.exactOptional(z.nullable(z.string().check(z.refine(isIdText)))),
  attempt: z.nullable(attempt),
});
export type Draft = z.output<typeof draft>;

const CHANNEL = 'support-console:drafts';
const STORE = 'drafts';
const KEEP_MS = 30 * 86_400_000;

const memory = new Map<string, Draft>();
let channel: BroadcastChannel | null = null;

/**
 * Tells the key of each draft that another tab changes, and forgets all at a sign-out, until the returned function is
 * called.
 */
export function startDraftStore(onChange: (key: string) => void): () => void {
  const stopSession = subscribeToSession(() => {
    if (sessionState().phase === 'out') memory.clear();
  });
  const opened = isFramed || globalThis.BroadcastChannel === undefined ? null : new BroadcastChannel(CHANNEL);
  opened?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') onChange(data);
  });
  channel = opened;
  return () => {
    stopSession();
    opened?.close();
  };
}

/** Where the browser refuses, drafts live as long as the tab. */
const database = new BrowserDatabase({ name: 'drafts', store: STORE, patienceMs: 5_000, onOpen: removeOld });

function removeOld(database: IDBDatabase): void {
  const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
  const request = store.openCursor();
  request.addEventListener('success', () => {
    const cursor = request.result;
    if (cursor === null) return;
    const kept = draft.safeParse(cursor.value);
    if (!kept.success || kept.data.savedAtMs < Date.now() - KEEP_MS) cursor.delete();
    cursor.continue();
  });
}

/**
 * Keeps drafts at the very end of a page, when the database may not be reached any more: in the tab's own storage,
 * until the page is there again.
 */
export function keepForReload(drafts: ReadonlyMap<string, Draft>): void {
  if (drafts.size === 0 || sessionState().phase === 'out') return;
  storage.tab.set(SITE_KEYS.drafts, JSON.stringify(Object.fromEntries(drafts)));
}

async function restoreFromTab(): Promise<void> {
  const text = storage.tab.get(SITE_KEYS.drafts);
  if (text === null) return;
  storage.tab.remove(SITE_KEYS.drafts);
  const drafts = z.safeParse(z.record(z.string(), draft), parseText(text)).data ?? {};
  await Promise.all(Object.entries(drafts).map(([key, value]) => writeDraft(key, value)));
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

let restored: Promise<void> | null = null;

/** The draft under a key; a value of another version counts as none. */
export async function readDraft(key: string): Promise<Draft | null> {
  restored ??= restoreFromTab();
  await restored;
  const inMemory = memory.get(key);
  if (inMemory !== undefined) return inMemory;
  try {
    const kept = draft.safeParse(await database.run('readonly', (store) => store.get(key)));
    return kept.success ? kept.data : null;
  } catch {
    return null;
  }
}

/** Under which keys this browser or this tab has a draft. */
export async function draftKeys(): Promise<readonly string[]> {
  restored ??= restoreFromTab();
  await restored;
  const stored: readonly IDBValidKey[] = await database.run('readonly', (store) => store.getAllKeys()).catch(() => []);
  return [...new Set([...memory.keys(), ...stored.filter((key) => typeof key === 'string')])];
}

/** Keeps a draft, or with null removes it. Answers where: `memory` when the browser refuses to keep it. */
export async function writeDraft(key: string, value: Draft | null): Promise<'browser' | 'memory'> {
  // After a sign-out nothing is stored, whatever still has something to save.
  if (sessionState().phase === 'out') return 'memory';
  try {
    const change = (store: IDBObjectStore): IDBRequest => (value === null ? store.delete(key) : store.put(value, key));
    await database.run<unknown>('readwrite', change);
    memory.delete(key);
    channel?.postMessage(key);
    return 'browser';
  } catch {
    if (value === null) memory.delete(key);
    else memory.set(key, value);
    return 'memory';
  }
}

/** A ticket is gone, and with it what was being written to it. */
export async function forgetDraftsOf(ticketId: bigint): Promise<void> {
  for (const { key, id } of await draftsOfSite()) if (id === ticketId) await writeDraft(key, null);
}

/** Tickets were erased: each that has a draft here is looked for. What cannot be looked for now keeps its draft. */
export async function forgetGoneDrafts(): Promise<void> {
  const drafts = await draftsOfSite();
  for (const id of new Set(drafts.map((draft) => draft.id))) if (await isGone(id)) await forgetDraftsOf(id);
}

async function isGone(id: bigint): Promise<boolean> {
  try {
    await call(getTicket, { query: { id }, priority: 'background' });
    return false;
  } catch (error) {
    // By the code: whatever stands between here and the service may answer 404 too.
    return error instanceof ApiFailure && error.code === 'not_found';
  }
}

async function draftsOfSite(): Promise<readonly { readonly key: string; readonly id: bigint }[]> {
  const siteId = queryClient.getQueryData(whoamiOptions().queryKey)?.site_id;
  return (await draftKeys()).flatMap((key) => {
    // Site, person, ticket and kind.
    const [site, , ticket] = key.split(' ');
    const id = parseId(ticket ?? '');
    return site === siteId?.toString() && id !== null ? [{ key, id }] : [];
  });
}
