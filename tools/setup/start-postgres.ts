import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';
import { endProcess } from './end-process.ts';
import { installDebian } from './install-debian.ts';

interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL of Debian, version 15 or newer, over a cluster of its own in the temporary folder: nothing that the
 * machine has is touched. Needs root. Undefined where it cannot be had; the reason stands on standard error.
 */
export async function startPostgres(): Promise<TestServer | undefined> {
  const programs = findPrograms() ?? ((await installDebian('postgresql')) ? findPrograms() : undefined);
  const user = findUser('postgres');
  if (programs === undefined || user === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'support-console-postgres-'));
  chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] } satisfies Parameters<
    typeof spawn
  >[2];

  const data = join(folder, 'data');
  const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  if ((await exitCode(spawn(join(programs, 'initdb'), initdb, options))) !== 0) return undefined;
  const port = await findFreePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    log_min_messages: 'fatal',
  };
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    options,
  );
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  for (let tries = 0; !(await canLogIn(url)); tries += 1) {
    if (server.exitCode !== null || tries > 100) return undefined;
    await wait(100);
  }
  return {
    url,
    async stop() {
      await endProcess(server, 'SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Whether a server answers and lets us in. */
export async function canLogIn(url: string): Promise<boolean> {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

function findPrograms(): string | undefined {
  const versions = globSync('/usr/lib/postgresql/*/bin/initdb').map((file) => ({
    folder: dirname(file),
    major: Number(file.split('/')[4]),
  }));
  return versions.filter(({ major }) => major >= 15).toSorted((a, b) => b.major - a.major)[0]?.folder;
}

function findUser(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', resolve);
  });
}
