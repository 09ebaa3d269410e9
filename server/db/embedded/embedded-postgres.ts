import type { ChildProcess } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseLog } from '#server/db/engine.ts';
import { StartFailure } from '#server/db/errors.ts';
import { ensureCluster } from './cluster.ts';
import { makeEndpoint, TRANSPORT, type Endpoint, type Transport } from './endpoint.ts';
import { collect, followLines } from './program-output.ts';
import { findPrograms, type Programs } from './programs.ts';
import { ServerUser } from './server-user.ts';

const STOP_MS = 20_000;
const RESTART_MS = 1_000;

const SETTINGS = {
  shared_buffers: '128MB',
  max_connections: '80',
  max_wal_size: '512MB',
  // Creating the demo data on the first start causes frequent checkpoints, which is fine.
  checkpoint_warning: '0',
  min_wal_size: '32MB',
  // A container's /dev/shm may be too small for the default.
  dynamic_shared_memory_type: 'mmap',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Callers report refused statements. Their texts and values may be personal data, so the log leaves them out.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '',
};

/** Tests need no durability, and many databases share one server. */
const FOR_TESTS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

interface EmbeddedOptions {
  /** The cluster's files; created if absent. The caller holds the lock of DATA_DIR. */
  readonly folder: string;
  readonly log: DatabaseLog;
  readonly isForTests?: boolean;
  /** The platform's default if absent. */
  readonly transport?: Transport;
}

export interface EmbeddedPostgres {
  /** Address of the database `postgres`, as its superuser. */
  readonly url: string;
  /** A fast shutdown: running transactions are rolled back. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL as a child process, and restarts it if it ends unexpectedly.
 * @throws StartFailure with a message of one line
 */
export async function startEmbeddedPostgres({
  folder,
  log,
  isForTests = false,
  transport = TRANSPORT,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const programs = await findPrograms();
  const user = await ServerUser.find(folder);
  await ensureCluster({ programs, user, folder, transport, isDurable: !isForTests });
  const endpoint = await makeEndpoint(folder, user, transport);
  const settings = { ...SETTINGS, ...endpoint.settings, ...(isForTests ? FOR_TESTS : {}) };
  const server = new Server({ programs, user, folder, settings, endpoint, log });
  try {
    await server.start();
  } catch (error) {
    await endpoint.remove();
    throw error;
  }
  return { url: endpoint.url, stop: () => server.stop() };
}

interface ServerParts {
  readonly programs: Programs;
  readonly user: ServerUser;
  readonly folder: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly endpoint: Endpoint;
  readonly log: DatabaseLog;
}

class Server {
  readonly #parts: ServerParts;
  #child: ChildProcess | null = null;
  #isStopped = false;
  #restarting: Promise<void> = Promise.resolve();

  constructor(parts: ServerParts) {
    this.#parts = parts;
  }

  /** @throws StartFailure with its last log lines if it ends before it is ready */
  async start(): Promise<void> {
    const { programs, user, folder, settings, log } = this.#parts;
    await stopOrphan(this.#parts);
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = user.spawn(programs.postgres, ['-D', folder, ...args]);
    this.#child = child;
    await untilReady(child);
    followLines(child, (line) => {
      if (!this.#isStopped) log.warn({ postgres: line }, 'the embedded PostgreSQL says');
    });
    child.once('close', () => {
      if (this.#isStopped) return;
      log.error({}, 'the embedded PostgreSQL ended by itself, and is started again');
      this.#restarting = this.#restart();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#restarting;
    await end(this.#child);
    await this.#parts.endpoint.remove();
  }

  async #restart(): Promise<void> {
    while (!this.#isStopped) {
      // Its remaining processes release their shared memory first.
      await wait(RESTART_MS);
      try {
        return await this.start();
      } catch (error) {
        this.#parts.log.error({ error: String(error) }, 'the embedded PostgreSQL does not start');
      }
    }
  }
}

async function end(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_MS);
  await closed;
  clearTimeout(timer);
}

async function untilReady(child: ChildProcess): Promise<void> {
  const last: string[] = [];
  const ready = new Promise<'ready'>((resolve) => {
    const stop = followLines(child, (line) => {
      last.push(line);
      if (last.length > 5) last.shift();
      if (!line.endsWith('database system is ready to accept connections')) return;
      stop();
      resolve('ready');
    });
  });
  const ended = new Promise<'ended'>((resolve) => child.once('close', () => resolve('ended')));
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
  if ((await Promise.race([ready, failed, ended])) !== 'ready')
    throw new StartFailure(`The embedded PostgreSQL did not start: ${last.join(' ')}`);
}

/**
 * Stops a server that a killed service left behind; its log is lost. Removes the pid file of a server that has ended,
 * because another program may have its process id by now.
 */
async function stopOrphan({ programs, user, folder }: ServerParts): Promise<void> {
  const file = path.join(folder, 'postmaster.pid');
  const [pid = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  if (pid === '') return;
  if (await isPostgres(pid)) {
    const args = ['stop', '-D', folder, '-m', 'fast', '-w', '-t', '30'];
    const { code, text } = await collect(user.spawn(programs.pgCtl, args));
    // It may have ended in the meantime.
    if (code !== 0 && (await isPostgres(pid)))
      throw new StartFailure(`The PostgreSQL of an earlier start did not stop: ${text.trim()}`);
  }
  await rm(file, { force: true });
}

async function isPostgres(pid: string): Promise<boolean> {
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  if (process.platform !== 'linux') return true;
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() === 'postgres';
}
