import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { collect, followLines } from '#server/db/embedded/program-output.ts';
import { findPrograms } from '#server/db/embedded/programs.ts';
import { ServerUser } from '#server/db/embedded/server-user.ts';
import { prepareRun } from './run-setup.ts';

const PACKAGES = path.join(import.meta.dirname, '../../tools/postgres15/package.json');

/** Like run-setup.ts, on the oldest supported PostgreSQL. */
export default async function setUpOldest(project: TestProject): Promise<() => Promise<void>> {
  const testFolder = await mkdtemp(path.join(tmpdir(), 'support-console-test-'));
  const { url, stop } = await startOldest(path.join(testFolder, 'postgres'));
  const end = await prepareRun(project, { testFolder, url });
  return async () => {
    await end();
    await stop();
    await rm(testFolder, { recursive: true, force: true });
  };
}

async function startOldest(folder: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const programs = await findPrograms(PACKAGES);
  await mkdir(folder);
  const user = await ServerUser.find(folder);
  await user.own(folder);
  const files = ['-D', folder, '-U', 'postgres', '--auth=trust', '--locale=C', '--encoding=UTF8', '--no-sync'];
  const { code, text } = await collect(user.spawn(programs.initdb, files));
  if (code !== 0) throw new Error(`PostgreSQL 15 could not make its files: ${text}`);
  const settings = ['fsync=off', 'max_connections=200', 'listen_addresses=', `unix_socket_directories=${folder}`];
  const child = user.spawn(programs.postgres, ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])]);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    void ended.then(() => reject(new Error('PostgreSQL 15 did not start')));
    followLines(child, (line) => {
      if (line.endsWith('database system is ready to accept connections')) resolve();
    });
  });
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  return { url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`, stop };
}
