/** What lets a message of this tab go, by its key. */
const ends = new Map<string, () => void>();

/**
 * Runs `take` once no other tab has the message, and keeps it from the others until it is released or this tab is closed.
 * Where the browser has no locks, its key alone sees to it that it is sent once. @param take false: this tab leaves it
 */
export function holdMessage(key: string, take: () => Promise<boolean>): void {
  if (ends.has(key)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  ends.set(key, resolve);
  const hold = async (): Promise<void> => {
    if (await take()) await promise;
    ends.delete(key);
  };
  const locks = navigator.locks as LockManager | undefined;
  void (locks === undefined ? hold() : locks.request(`support-console:outbox:${key}`, hold));
}

/** It was sent, or taken back. */
export function releaseMessage(key: string): void {
  ends.get(key)?.();
}
