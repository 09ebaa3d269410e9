import * as z from 'zod/mini';
import { choice, isIdText } from '#contract/scalars.ts';
import { STATUSES } from '#contract/ticket-names.ts';
import { VISIBILITIES } from '#contract/tickets.ts';
import { BrowserDatabase, hasDatabase } from '#src/browser/database.ts';
import { isFramed, SITE_KEYS, storage } from '#src/browser/storage.ts';
import { ownerPrefix } from '#src/session/owner.ts';

const idText = z.string().check(z.refine(isIdText));
const storedMessage = z.object({
  key: z.string(),
  owner: z.object({ siteId: idText, person: z.string() }),
  ticketId: idText,
  number: z.number(),
  kind: choice(VISIBILITIES),
  text: z.string(),
  channel: z.nullable(z.string()),
  status: z.nullable(choice(STATUSES)),
  before: choice(STATUSES),
  version: z.nullable(z.number()),
  seenId: z.exactOptional(z.nullable(idText)),
  dueMs: z.number(),
  isTried: z.boolean(),
});
type StoredMessage = z.output<typeof storedMessage>;

/** A message that was sent and waits. */
export interface Message extends Omit<StoredMessage, 'ticketId'> {
  readonly ticketId: bigint;
}

const database = new BrowserDatabase({ name: 'outbox', store: 'messages', patienceMs: 5_000 });
/** Those that the browser does not keep for sure: they are lost with the page, but for a reload of this tab. */
const unkept = new Map<string, Message>();

let channel: BroadcastChannel | null = null;

/** Tells when another tab of this browser keeps a message: should it be closed, this one goes on with it. */
export function followOutbox(onKept: () => void): void {
  if (isFramed || globalThis.BroadcastChannel === undefined) return;
  channel = new BroadcastChannel('support-console:outbox');
  channel.addEventListener('message', onKept);
}

/** Keeps it over a reload, where the browser does. */
export async function keepMessage(message: Message): Promise<void> {
  unkept.set(message.key, message);
  try {
    const value = toStored(message);
    await database.run('readwrite', (store) => store.put(value, storeKey(message)));
    channel?.postMessage(message.key);
    // Of two that were kept one after the other the later one counts.
    if (unkept.get(message.key) === message) unkept.delete(message.key);
  } catch {
    // It lives as long as the page.
  }
}

/** It was sent, or taken back. */
export async function dropMessage(message: MessageKey): Promise<void> {
  unkept.delete(message.key);
  try {
    await database.run('readwrite', (store) => store.delete(storeKey(message)));
  } catch {
    // It was never there.
  }
}

/** After a sign-out nothing is kept. */
export function forgetMessages(): void {
  unkept.clear();
}

/** For the page's end: what the store has not taken yet is kept for a reload of this tab. */
export function keepForReload(): void {
  if (unkept.size > 0) storage.tab.set(SITE_KEYS.outbox, JSON.stringify([...unkept.values()].map(toStored)));
}

/** The messages of all tabs of this browser, in the order in which they are due. What is no message is passed over. */
export async function readMessages(): Promise<readonly Message[]> {
  const text = storage.tab.get(SITE_KEYS.outbox);
  storage.tab.remove(SITE_KEYS.outbox);
  const stored = (await hasDatabase('outbox'))
    ? await database.run('readonly', (store) => store.getAll()).catch((): unknown[] => [])
    : [];
  const known = new Map<string, Message>();
  for (const value of [...stored, ...parseList(text)]) {
    const read = storedMessage.safeParse(value);
    if (read.success) known.set(read.data.key, { ...read.data, ticketId: BigInt(read.data.ticketId) });
  }
  return [...known.values()].toSorted((a, b) => a.dueMs - b.dueMs);
}

/** Whether no tab has sent it or taken it back meanwhile; true where the browser does not tell. */
export async function isStillKept(message: MessageKey): Promise<boolean> {
  try {
    return (await database.run('readonly', (store) => store.count(storeKey(message)))) > 0;
  } catch {
    return true;
  }
}

/** The same message under another owner. */
export async function moveMessage(from: Message, to: Message): Promise<void> {
  await dropMessage(from);
  await keepMessage(to);
}

type MessageKey = Pick<Message, 'key' | 'owner'>;

function storeKey({ key, owner }: MessageKey): string {
  return ownerPrefix(owner) + key;
}

function toStored({ ticketId, ...message }: Message): StoredMessage {
  return { ...message, ticketId: ticketId.toString() };
}

function parseList(text: string | null): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
