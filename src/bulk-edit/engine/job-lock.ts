const LOCK = 'support-console:job';

/** Jobs of this tab follow each other: one that has just paused still writes its receipt. */
let last: Promise<unknown> = Promise.resolve();

/** Runs the work unless another tab of this browser runs a job; false then. Without locks every tab may. */
export function withJobLock(work: () => Promise<void>): Promise<boolean> {
  const turn = last.then(() => request(work));
  last = turn.catch(() => undefined);
  return turn;
}

async function request(work: () => Promise<void>): Promise<boolean> {
  // Absent on an address that the browser does not trust, such as plain HTTP in a local network.
  const locks: LockManager | undefined = globalThis.navigator.locks;
  if (locks === undefined) {
    await work();
    return true;
  }
  return locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    await work();
    return true;
  });
}

export async function isJobElsewhere(): Promise<boolean> {
  const locks: LockManager | undefined = globalThis.navigator.locks;
  if (locks === undefined) return false;
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name === LOCK);
}
