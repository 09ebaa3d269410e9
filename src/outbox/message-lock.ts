/** What lets a message of this tab go, by its key. */
const ends = new Map<string, () => void>();

/**
 * Runs `take` once no other tab has the message, and keeps it from the others until it is released or this tab is closed.
 * Where the browser has no locks, its key alone sees to it that it is sent once. @param take false: this tab leaves it
 * @returns when it was taken, or another tab has it
 */
export function holdMessage(key: string, take: () => Promise<boolean>): Promise<void> {
  if (ends.has(key)) return Promise.resolve();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
  ends.set(key, release);
  const hold = async (): Promise<void> => {
    const isTaken = await take();
    decide();
    if (isTaken) await released;
    ends.delete(key);
  };
  const locks = navigator.locks as LockManager | undefined;
  const name = `support-console:outbox:${key}`;
  if (locks === undefined) void hold();
  else
    void locks
      .request(name, { ifAvailable: true }, async (lock) => {
        if (lock !== null) return hold();
        decide();
        void locks.request(name, hold);
      })
      // A frame of another site has no locks, and no messages but its own.
      .catch(decide);
  return decided;
}

/** It was sent, or taken back. */
export function releaseMessage(key: string): void {
  ends.get(key)?.();
}
