/**
 * Work that the service does not have yet. `changes` of single tickets, `messages` on their way, `tickets` that a bulk
 * change has not reached, all `saves` that wait for the session, and `drafts` that are open on the page.
 */
export type UnsentWork = Readonly<Record<'changes' | 'messages' | 'tickets' | 'saves' | 'drafts', number>>;

const counts = new Map<keyof UnsentWork, () => number>();
let sendMessages: (() => void) | null = null;

/** @param sendNow for messages: sends those that still count down */
export function reportUnsent(kind: keyof UnsentWork, count: () => number, sendNow?: () => void): void {
  counts.set(kind, count);
  if (sendNow !== undefined) sendMessages = sendNow;
}

/** Sends what only waits for its countdown. */
export function sendWaiting(): void {
  sendMessages?.();
}

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

/** Whether a sign-out loses nothing. Drafts, and forms that wait with a save, have warnings of their own. */
export function isNothing({ changes, messages, tickets }: UnsentWork): boolean {
  return changes + messages + tickets === 0;
}
