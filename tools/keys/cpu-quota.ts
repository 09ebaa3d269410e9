import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';

/** The controller of CPU time, as Linux mounts it with cgroup v1. */
const CPU = '/sys/fs/cgroup/cpu';
const SLICE_US = 1_000;

/**
 * Makes a page so many times slower by a quota of the kernel: its main thread runs for 1 ms of so many. Chromium's own
 * throttling spins in the rest of the time and costs a core a page; here the rest is free for other pages.
 * @returns what ends it
 * @throws Error where the system has no such quota, or not for this user
 */
export async function limitCpu(page: Page, rate: number): Promise<() => void> {
  if (!existsSync(join(CPU, 'cpu.cfs_quota_us'))) throw new Error('a quota needs the cpu controller of cgroup v1');
  const browser = page.context().browser();
  if (browser === null || rate <= 1) return () => undefined;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  // The id of a process is that of its main thread.
  const threads = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const folder = join(CPU, `keys-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'cpu.cfs_period_us'), String(rate * SLICE_US));
  writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(SLICE_US));
  for (const id of threads) moveThread(id, folder);
  return () => {
    // Threads that it has begun meanwhile count with it.
    const rest = (): string[] => readFileSync(join(folder, 'tasks'), 'utf8').split('\n').filter(Boolean);
    for (let ids = rest(); ids.length > 0; ids = rest()) for (const id of ids) moveThread(id, CPU);
    rmdirSync(folder);
  };
}

/** One that has just ended is nowhere to be moved to. */
function moveThread(id: string | number, to: string): void {
  try {
    writeFileSync(join(to, 'tasks'), String(id));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
