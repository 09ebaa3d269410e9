import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { ServerUser } from '#server/db/embedded/server-user.ts';
import { findFreePort } from '#server/db/embedded/free-port.ts';

const PGBOUNCER = '/usr/sbin/pgbouncer';

/** Debian's PgBouncer, which `npm test` installs if it may. */
export const HAS_POOLER = existsSync(PGBOUNCER);

export interface Pooler {
  /** Address of the database through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

/** A PgBouncer in transaction mode before a database, with a few sessions for all clients. */
export async function startPooler(direct: string, sessions: number): Promise<Pooler> {
  const server = new URL(direct);
  const name = server.pathname.slice(1);
  const folder = await mkdtemp(path.join(inject('testFolder'), 'pooler-'));
  // Only its own account can open the embedded server's socket.
  const user = await ServerUser.find(path.join(inject('testFolder'), 'postgres'));
  const port = await findFreePort();
  const target = {
    host: server.searchParams.get('host') ?? server.hostname,
    port: server.port || '5432',
    dbname: name,
    user: decodeURIComponent(server.username),
    ...(server.password !== '' && { password: decodeURIComponent(server.password) }),
  };
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    [
      '[databases]',
      `${name} = ${Object.entries(target)
        .map(([key, value]) => `${key}='${value}'`)
        .join(' ')}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${sessions}`,
      '',
    ].join('\n'),
  );
  await user.own(folder);
  const child = user.spawn(PGBOUNCER, [file]);
  const ended = once(child, 'close');
  let output = '';
  child.stderr?.on('data', (part: Buffer) => (output += part.toString()));
  while (!output.includes('process up')) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${output}`);
    await wait(20);
  }
  return {
    url: `postgresql://anybody@127.0.0.1:${port}/${name}`,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
