import * as z from 'zod/mini';
import { parseJson, writeJson } from '#contract/json.ts';
import { readPayload } from '#contract/read-payload.ts';
import { createTicket } from '#contract/ticket-writes.ts';
import type { Ticket, TicketDetail } from '#contract/tickets.ts';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { ticketPatch, type TicketPatch } from './change-store.ts';

/** What is to be sent of one ticket: one patch a choice, in the order in which they were made. */
export interface QueuedChange {
  /** As it was when the first of them was chosen: a change by somebody else since is never overwritten. */
  readonly base: Ticket;
  readonly patches: readonly TicketPatch[];
}

const stored = z.object({
  owner: z.string(),
  changes: z.array(z.object({ base: z.unknown(), patches: z.array(z.unknown()) })),
});

/**
 * Lets them live through a reload of this tab, no longer: another tab would send them too.
 * @param owner site and token: nobody else's token ever sends them
 */
export function storeQueued(owner: string, changes: Iterable<QueuedChange>): void {
  const all = [...changes];
  if (all.length === 0) storage.tab.remove(SITE_KEYS.queuedChanges);
  else storage.tab.set(SITE_KEYS.queuedChanges, writeJson({ owner, changes: all.map(withoutThread) }));
}

/** What this tab had to send before it was loaded anew; what is of another token or another shape is none. */
export function readQueued(owner: string): readonly QueuedChange[] {
  const text = storage.tab.get(SITE_KEYS.queuedChanges);
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

function withoutThread({ base, patches }: QueuedChange): QueuedChange {
  const { comments: _comments, activity: _activity, links: _links, ...ticket }: TicketDetail = base;
  return { base: ticket, patches };
}
