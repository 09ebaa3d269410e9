import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from './free-port.ts';
import type { ServerUser } from './server-user.ts';

/** Longest path of a socket in bytes: `sun_path` without its final zero, on the strictest platform. */
const MAX_SOCKET_PATH = 103;
const SOCKET = '.s.PGSQL.5432';

/** Node cannot use PostgreSQL's sockets on Windows. */
export type Transport = 'socket' | 'tcp';
export const TRANSPORT: Transport = process.platform === 'win32' ? 'tcp' : 'socket';

/** The address where the server listens. */
export interface Endpoint {
  /** Address of the database `postgres`, as its superuser. */
  readonly url: string;
  /** Settings for PostgreSQL. */
  readonly settings: Readonly<Record<string, string>>;
  /** Call it after the server has ended. */
  remove(): Promise<void>;
}

/** @param folder of the cluster */
export async function makeEndpoint(folder: string, user: ServerUser, transport: Transport): Promise<Endpoint> {
  if (transport === 'tcp') {
    const port = await findFreePort();
    const url = tcpUrl(port, await readPassword(folder));
    return {
      url,
      settings: { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' },
      remove: () => Promise.resolve(),
    };
  }
  const isShort = Buffer.byteLength(path.join(folder, SOCKET)) <= MAX_SOCKET_PATH;
  // With the cluster's files, or in the temporary folder if that path is too long.
  const sockets = isShort ? folder : await mkdtemp(path.join(tmpdir(), 'support-console-'));
  if (!isShort) await user.own(sockets);
  return {
    url: socketUrl(sockets),
    settings: { listen_addresses: '', unix_socket_directories: sockets, unix_socket_permissions: '0700' },
    remove: async () => (isShort ? undefined : rm(sockets, { recursive: true, force: true })),
  };
}

/** The address of the server that runs on these files, from its pid file; null if none is running. */
export async function runningUrl(folder: string): Promise<string | null> {
  const lines = (await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [, , , port = '', sockets = '', , , status = ''] = lines;
  if (status.trim() !== 'ready') return null;
  return sockets === '' ? tcpUrl(Number(port), await readPassword(folder)) : socketUrl(sockets);
}

/** The password file of a server with a port; created if absent. */
export async function ensurePassword(folder: string): Promise<string> {
  const file = passwordFile(folder);
  await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(() => undefined);
  return file;
}

function passwordFile(folder: string): string {
  return path.join(path.dirname(folder), 'postgres.password');
}

async function readPassword(folder: string): Promise<string> {
  return (await readFile(passwordFile(folder), 'utf8')).trim();
}

function socketUrl(folder: string): string {
  return `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
}

function tcpUrl(port: number, password: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
}
