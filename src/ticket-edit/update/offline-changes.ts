import { createAtom, useSelector } from '@tanstack/react-store';
import * as z from 'zod/mini';
import { parseJson, writeJson } from '#contract/json.ts';
import { readPayload } from '#contract/read-payload.ts';
import { createTicket } from '#contract/ticket-writes.ts';
import type { Ticket, TicketDetail } from '#contract/tickets.ts';
import { queryClient } from '#src/api/query-client.ts';
import { whoamiOptions } from '#src/api/whoami.ts';
import { onReconnect } from '#src/browser/offline.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { reportUnsent } from '#src/session/unsent-work.ts';
import { sessionState, subscribeToSession } from '#src/session/session-store.ts';
import { changedFields, isNoChange, mergePatches, ticketPatch } from './apply-patch.ts';
import { savingIds, setChange, type TicketPatch } from './change-store.ts';

/** The changes of one ticket that wait: one patch a choice, in the order in which they were made. */
interface OfflineChange {
  /** As it was when the first of them was chosen: another person's change since is never overwritten. */
  readonly base: Ticket;
  readonly patches: readonly TicketPatch[];
}

/** Beside what the browser reports: it may think it is connected and be wrong. */
const RETRY_MS = 5_000;

/**
 * How one ticket's changes are sent. `unreached`: no answer came, it goes on waiting; else it is through, and was shown
 * to be saved or failed. @param isOwn false: this tab has another token by now, and nothing may be sent
 */
export type SendOffline = (base: Ticket, patch: TicketPatch, isOwn: boolean) => Promise<Ticket | null | 'unreached'>;

const waiting = new Map<bigint, OfflineChange>();
const sending = new Set<TicketPatch>();
const count = createAtom(0);
let owner: string | null = null;
let send: SendOffline | null = null;
let timer: ReturnType<typeof setInterval> | undefined;
let isSending = false;

/** How many changes wait for a connection. */
export function useOfflineCount(): number {
  return useSelector(count);
}

export function hasOfflineChange(id: bigint): boolean {
  return waiting.has(id);
}

/** It waits until there is a connection, also over a reload of this tab. */
export function addOfflineChange(ticket: Ticket, patch: TicketPatch): void {
  owner ??= currentOwner();
  const { base = ticket, patches = [] } = waiting.get(ticket.id) ?? {};
  waiting.set(ticket.id, { base, patches: [...patches, patch] });
  show(ticket.id);
  keep();
}

/** Takes a choice back that waits; false where it is on its way or sent. */
export function takeBack(id: bigint, patch: TicketPatch): boolean {
  const entry = waiting.get(id);
  if (entry?.patches.includes(patch) !== true || sending.has(patch)) return false;
  replace(id, { ...entry, patches: entry.patches.filter((other) => other !== patch) });
  return true;
}

/** Takes up what waited before a reload, and sends what waits with the next connection. Called once a tab. */
export function startSending(sendOffline: SendOffline): void {
  if (send !== null) return;
  send = sendOffline;
  reportUnsent('changes', () => count.get() + savingIds().filter((id) => !waiting.has(id)).length);
  const mine = currentOwner();
  if (mine !== null) {
    for (const change of readChanges(mine)) waiting.set(change.base.id, change);
    if (waiting.size > 0) owner = mine;
  }
  for (const id of waiting.keys()) show(id);
  subscribeToSession(() => {
    if (sessionState().phase !== 'out') return;
    waiting.clear();
    owner = null;
    keep();
  });
  onReconnect(() => void sendAll());
  keep();
  void sendAll();
}

/** Sends what waits, one ticket after the other in the order of the choices, until one finds no connection. */
export async function sendAll(): Promise<void> {
  if (isSending || send === null) return;
  isSending = true;
  try {
    for (let next = first(); next !== undefined; next = first()) {
      const { base, patches } = next;
      for (const patch of patches) sending.add(patch);
      const after = await send(base, patches.reduce(mergePatches), owner === currentOwner());
      for (const patch of patches) sending.delete(patch);
      if (after === 'unreached') {
        show(base.id);
        return;
      }
      // Choices made while it was on its way go next, on top of what is saved.
      const later = waiting.get(base.id)?.patches.filter((patch) => !patches.includes(patch)) ?? [];
      if (later.length === 0) waiting.delete(base.id);
      else replace(base.id, { base: after ?? base, patches: later });
      keep();
    }
  } finally {
    isSending = false;
  }
}

function first(): OfflineChange | undefined {
  return waiting.values().next().value;
}

function replace(id: bigint, entry: OfflineChange): void {
  if (entry.patches.length === 0) {
    waiting.delete(id);
    setChange(id, null);
  } else {
    waiting.set(id, entry);
    show(id);
  }
  keep();
}

function show(id: bigint): void {
  const entry = waiting.get(id);
  if (entry === undefined) return;
  const fields = changedFields(entry.base, entry.patches.reduce(mergePatches));
  // Changed and changed back: there is nothing to send.
  if (isNoChange(fields)) return replace(id, { ...entry, patches: [] });
  setChange(id, { fields, state: 'offline', holdsRow: true });
}

function keep(): void {
  count.set([...waiting.values()].reduce((sum, { patches }) => sum + patches.length, 0));
  if (owner !== null || waiting.size === 0) storeChanges(owner ?? '', waiting.values());
  if (waiting.size === 0) {
    owner = null;
    clearInterval(timer);
    timer = undefined;
  } else timer ??= setInterval(() => void (navigator.onLine && sendAll()), RETRY_MS);
}

/** The site and the token that this tab works with. */
function currentOwner(): string | null {
  const whoami = queryClient.getQueryData(whoamiOptions().queryKey);
  return whoami === undefined ? null : `${whoami.site_id} ${whoami.token_id}`;
}

const stored = z.object({
  owner: z.string(),
  changes: z.array(z.object({ base: z.unknown(), patches: z.array(z.unknown()) })),
});

/**
 * Lets them live through a reload of this tab, no longer: another tab would send them too.
 * @param owner site and token: no other token ever sends them
 */
function storeChanges(owner: string, changes: Iterable<OfflineChange>): void {
  const all = [...changes];
  if (all.length === 0) storage.tab.remove(SITE_KEYS.offlineChanges);
  else storage.tab.set(SITE_KEYS.offlineChanges, writeJson({ owner, changes: all.map(withoutThread) }));
}

/** The changes that this tab had to send before it was loaded anew; none of another token or another shape. */
function readChanges(owner: string): readonly OfflineChange[] {
  const text = storage.tab.get(SITE_KEYS.offlineChanges);
  if (text === null) return [];
  try {
    const kept = stored.parse(parseJson(text));
    if (kept.owner !== owner) return [];
    return kept.changes.map(({ base, patches }) => ({
      // The row whose reply is the Ticket alone.
      base: readPayload(createTicket, { ok: true, data: base }),
      patches: patches.filter(isPatch),
    }));
  } catch {
    return [];
  }
}

function isPatch(value: unknown): value is TicketPatch {
  return ticketPatch.safeParse(value).success;
}

function withoutThread({ base, patches }: OfflineChange): OfflineChange {
  const { comments: _comments, activity: _activity, links: _links, ...ticket }: TicketDetail = base;
  return { base: ticket, patches };
}
