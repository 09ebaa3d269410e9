/** `changes` of single tickets, `messages` on their way, `tickets` that a bulk change has not come to. */
export type UnsentWork = Readonly<Record<'changes' | 'messages' | 'tickets', number>>;

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
  return { changes: count('changes'), messages: count('messages'), tickets: count('tickets') };
}

export function isNothing({ changes, messages, tickets }: UnsentWork): boolean {
  return changes + messages + tickets === 0;
}
