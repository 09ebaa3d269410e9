import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import { createMigratedDatabase } from './database.ts';

type Variables = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves with the match of the pattern on standard error; rejects if the program ends without one. */
  untilStderr(pattern: RegExp): Promise<RegExpExecArray>;
}

const ROOT = path.join(import.meta.dirname, '../..');
/** Node's compile cache, keyed by content: dozens of starts share it. */
const COMPILE_CACHE = path.join(ROOT, 'node_modules', '.cache', 'node');
/** Runs one of the service's programs with exactly these variables. */
export function startProgram(file: string, args: readonly string[], variables: Variables): Program {
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...variables };
  return startCommand(process.execPath, [path.resolve(ROOT, file), ...args], env);
}

/** Runs any program with exactly these variables. */
export function startCommand(command: string, args: readonly string[], env: Variables): Program {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk));
  const ended = once(child, 'close').then(([code]: unknown[]): Ended => ({
    code: typeof code === 'number' ? code : null,
    ...text,
  }));
  const untilStderr = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(text.stderr);
        if (found !== null) resolve(found);
      };
      child.stderr.on('data', look);
      look();
      void ended.then(({ code, stderr }) => reject(new Error(`The program ended with ${code}: ${stderr}`)));
    });
  return { child, ended, untilStderr };
}

export function runProgram(file: string, args: readonly string[], variables: Variables): Promise<Ended> {
  return startProgram(file, args, variables).ended;
}

export interface Setting {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly variables: Variables;
}

/**
 * A new folder, and variables for a database without sites.
 * @param isEmbedded Leaves creating the database to the program, which takes seconds
 */
export async function makeSetting({ isEmbedded = false } = {}): Promise<Setting> {
  const dataDir = path.join(await makeFolder('program-'), 'data');
  if (isEmbedded) return { dataDir, databaseUrl: null, variables: { DATA_DIR: dataDir } };
  const databaseUrl = await createMigratedDatabase();
  const variables: Variables = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    APP_SECRET: 'a secret of the tests, long enough',
  };
  return { dataDir, databaseUrl, variables };
}

function makeFolder(prefix: string): Promise<string> {
  return mkdtemp(path.join(inject('testFolder'), prefix));
}

/** A folder that passes for a built dashboard. */
export async function makeDist(): Promise<string> {
  const dist = await makeFolder('dist-');
  await writeFile(
    path.join(dist, 'index.html'),
    '<!doctype html><html lang="en"><head><title>x</title></head><body></body></html>',
  );
  return dist;
}
