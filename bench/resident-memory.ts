import { readFile } from 'node:fs/promises';

/** Resident memory of a process in MB, from Linux's own account. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

/** The most that a process holds while the work runs, looked at ten times a second. */
export async function mostResidentMb(pid: number, work: () => Promise<unknown>): Promise<number> {
  let mostMb = await residentMb(pid);
  const sampling = setInterval(() => void residentMb(pid).then((mb) => (mostMb = Math.max(mostMb, mb))), 100);
  try {
    await work();
  } finally {
    clearInterval(sampling);
  }
  return mostMb;
}
