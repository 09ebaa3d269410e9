import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcess } from '#tools/setup/end-process.ts';
import { findFreePort } from '#server/db/embedded/free-port.ts';
import { COMPILE_CACHE, ROOT, runNode } from '#tools/setup/run-command.ts';

const START_MS = 60_000;
/** As `npm run serve` gives them, see tools/node/run.mjs. */
const SERVE_FLAGS = ['--max-old-space-size=256', '--max-semi-space-size=16'];

interface Options {
  readonly dataDir: string;
  /** Variables of the service beside PORT, HOST and DATA_DIR. */
  readonly env?: Readonly<Record<string, string>>;
  /** File and arguments of another program that starts the service, asked for at each start; it has a channel for messages. */
  readonly program?: () => readonly string[];
}

/** A real service in a process of its own, as `npm run serve` starts it. */
export interface RunningService {
  /** `http://127.0.0.1:PORT`; stays the same over a restart. */
  readonly url: string;
  readonly dataDir: string;
  /** The process, or null while it is stopped. */
  process(): ChildProcess | null;
  /** All that the service wrote, both streams together. */
  output(): string;
  /** Asks the service to stop by SIGTERM and answers its exit code. */
  stop(): Promise<number>;
  start(): Promise<void>;
  restart(): Promise<void>;
  /** Runs one admin command, with the service stopped meanwhile, and answers what it printed. */
  admin(...args: readonly string[]): Promise<Record<string, unknown>>;
}

/** Starts the built product on a free port and resolves when it is ready. Rejects with its output when it ends before. */
export async function startService({ dataDir, env = {}, program }: Options): Promise<RunningService> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let output = '';

  async function start(): Promise<void> {
    const started = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', ...SERVE_FLAGS, ...(program?.() ?? ['server/main.ts'])],
      {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe', ...(program === undefined ? [] : (['ipc'] as const))],
        env: { ...bareEnvironment(), HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, DEMO: '0', ...env },
      },
    );
    const collect = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-1_000_000);
    };
    started.stdout?.on('data', collect);
    started.stderr?.on('data', collect);
    child = started;
    const limit = Date.now() + START_MS;
    while (!(await isReady(url))) {
      if (started.exitCode !== null || Date.now() > limit) {
        started.kill('SIGKILL');
        throw new Error(`The service did not become ready (exit code ${started.exitCode}):\n${output}`);
      }
      await wait(50);
    }
  }

  async function stop(): Promise<number> {
    const stopping = child;
    child = null;
    return stopping === null ? 0 : endProcess(stopping, 'SIGTERM');
  }

  async function admin(...args: readonly string[]): Promise<Record<string, unknown>> {
    const wasRunning = child !== null;
    await stop();
    const answer = await runAdmin(dataDir, args, env);
    if (wasRunning) await start();
    return answer;
  }

  await start();
  return {
    url,
    dataDir,
    process: () => child,
    output: () => output,
    stop,
    start,
    restart: () => stop().then(start),
    admin,
  };
}

/** Runs one admin command; a data folder must not be open elsewhere. Rejects with what it wrote on failure. */
export function runAdmin(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  return runOverData('server/admin/admin.ts', dataDir, args, env);
}

/** Runs a program of the service over a data folder to its end and answers the JSON it printed. Rejects as `runAdmin`. */
export async function runOverData(
  program: string,
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const { code, text } = await runNode([program, ...args], {
    output: 'keep',
    env: { ...bareEnvironment(), DATA_DIR: dataDir, ...env },
    replaceEnv: true,
  });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: exit code ${code}\n${text}`);
  const answer: Record<string, unknown> = JSON.parse(text.slice(text.indexOf('{')));
  return answer;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).status === 200;
  } catch {
    return false;
  }
}

/** The variables of a developer's shell must not reach the services of the tests. */
function bareEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'USER', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LANG'];
  return {
    ...Object.fromEntries(
      kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name] ?? '']])),
    ),
    NODE_COMPILE_CACHE: COMPILE_CACHE,
  };
}
