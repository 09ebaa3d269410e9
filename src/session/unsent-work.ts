import type { Owner } from './owner.ts';

/**
 * `changes` of single tickets, `messages` on their way, `tickets` that a bulk change has not come to, and `saves` that
 * wait for the session, those of the others among them. `drafts` are texts that are open on the page.
 */
export type UnsentWork = Readonly<Record<'changes' | 'messages' | 'tickets' | 'saves' | 'drafts', number>>;

/** What can be done with messages that wait to be sent. */
export interface WaysOut {
  readonly sendNow: () => void;
  /** Their words go back into their drafts. */
  readonly keep: () => void;
}

const counts = new Map<keyof UnsentWork, () => number>();
let messageWays: WaysOut | null = null;

/** Says who counts it; what was never loaded has nothing to send. */
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

/** Whether nothing of it goes out by itself. Forms that wait with a save, and drafts, guard themselves. */
export function isNothing({ changes, messages, tickets }: UnsentWork): boolean {
  return changes + messages + tickets === 0;
}

const takers = new Set<(to: Owner) => void>();

/** Says what happens to work of this page when another person of the site takes it over. */
export function onHandOver(take: (to: Owner) => void): void {
  takers.add(take);
}

/** Everything that waits is this person's from now on, and is sent under their name. */
export function handOver(to: Owner): void {
  for (const take of takers) take(to);
}
