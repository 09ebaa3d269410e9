import { existsSync } from 'node:fs';
import { installDebian, mayInstallDebian } from './install-debian.ts';

/** The connection pooler that a test of the service runs behind: an installed one, else Debian's. */
export async function ensurePgBouncer(): Promise<void> {
  if (!existsSync('/usr/sbin/pgbouncer') && mayInstallDebian()) await installDebian('pgbouncer');
}
