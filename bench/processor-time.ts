import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Processor time that this process has used, in milliseconds. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Processor time that this process and the connections of its embedded database have used, in milliseconds, from Linux's
 * own account.
 */
export function cpuMsWithDatabase(dataDir: string): number {
  const [postmaster] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1);
  const connections = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  return connections.reduce((sum, pid) => sum + onCpuMs(pid), ownCpuMs());
}

function onCpuMs(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    // The process has ended since the list was read.
    return 0;
  }
}
