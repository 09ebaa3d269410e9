import type { Owner } from './owner.ts';

/**
 * `changes` of single tickets, `messages` on their way, `tickets` that a bulk change has not come to, and `saves` that
 * wait for the session, those of the others among them. `drafts` are texts that are open on the page.
 */
export type UnsentWork = Readonly<Record<'changes' | 'messages' | 'tickets' | 'saves' | 'drafts', number>>;

/** The two ways out for messages that wait to be sent. */
export interface WaysOut {
  readonly sendNow: () => void;
  /** Their words go back into their drafts. */
  readonly keep: () => void;
}

const counts = new Map<keyof UnsentWork, () => number>();
let messageWays: WaysOut | null = null;

/** Registers the counter of one kind; a room that was never loaded has nothing unsent. */
export function reportUnsent(kind: keyof UnsentWork, count: () => number, ways: WaysOut | null = null): void {
  counts.set(kind, count);
  if (ways !== null) messageWays = ways;
}

/** Null while there are no messages. */
export function waysOfMessages(): WaysOut | null {
  return messageWays;
}

/** Work that the service does not have yet, and a sign-out would drop. */
export function unsentWork(): UnsentWork {
  const count = (kind: keyof UnsentWork): number => counts.get(kind)?.() ?? 0;
  return {
    changes: count('changes'),
    messages: count('messages'),
    tickets: count('tickets'),
    saves: count('saves'),
    drafts: count('drafts'),
  };
}

/** True if a sign-out loses nothing. Saves of open forms, and drafts, are guarded by their forms. */
export function isNothing({ changes, messages, tickets }: UnsentWork): boolean {
  return changes + messages + tickets === 0;
}

const takers = new Set<(to: Owner) => void>();

/** Registers a callback for when a different person of the site takes over the work of this page. */
export function onHandOver(take: (to: Owner) => void): void {
  takers.add(take);
}

/** Makes all unsent work this person's. */
export function handOver(to: Owner): void {
  for (const take of takers) take(to);
}
