const LOCK = 'support-console:job';

// Absent on an address that the browser does not trust, such as plain HTTP in a local network: every tab may then.
const locks: LockManager | undefined = globalThis.navigator?.locks;

/** Jobs of this tab follow each other: one that has just paused still writes its receipt. */
let last: Promise<unknown> = Promise.resolve();

/** Runs the work unless another tab of this browser runs a job; false then. */
export function withJobLock(work: () => Promise<void>): Promise<boolean> {
  const turn = last.then(async () => {
    if (locks === undefined) {
      await work();
      return true;
    }
    return locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await work();
      return lock !== null;
    });
  });
  last = turn.catch(() => undefined);
  return turn;
}

export async function isJobElsewhere(): Promise<boolean> {
  const { held = [] } = (await locks?.query()) ?? {};
  return held.some(({ name }) => name === LOCK);
}
