import * as z from 'zod/mini';
import { storage } from '#src/browser/storage.ts';
import { ownerPrefix, type OwnerKey } from '#src/session/owner.ts';

/** Tickets remembered for one person; the ones read last are kept. */
export const MAX_SEEN = 500;

/** Ticket ids and when their newest message on screen was written, oldest reading first. */
const record = z.array(z.tuple([z.string(), z.string()]));

/** When the newest message that this person has seen of a ticket was written; null before the first visit. */
export function seenUtc(owner: OwnerKey, ticketId: bigint): string | null {
  return readSeen(owner).get(ticketId.toString()) ?? null;
}

export function noteSeen(owner: OwnerKey, ticketId: bigint, utc: string): void {
  const seen = readSeen(owner);
  const id = ticketId.toString();
  if ((seen.get(id) ?? '') >= utc) return;
  seen.delete(id);
  seen.set(id, utc);
  storage.device.set(keyOf(owner), JSON.stringify([...seen].slice(-MAX_SEEN)));
}

function readSeen(owner: OwnerKey): Map<string, string> {
  try {
    return new Map(z.safeParse(record, JSON.parse(storage.device.get(keyOf(owner)) ?? '[]')).data);
  } catch {
    return new Map();
  }
}

/** Under the owner's prefix, so a sign-out removes it. */
function keyOf(owner: OwnerKey): string {
  return `${ownerPrefix(owner)}seen`;
}
