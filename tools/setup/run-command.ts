import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where Node keeps what it compiled, by its content: a service starts in two thirds of the time. */
export const COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'node');

interface Options {
  readonly cwd?: string;
  /** Added to the variables of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Only `env`, nothing of this process. */
  readonly replaceEnv?: boolean;
  /** `show` passes the output through, `keep` collects it. */
  readonly output: 'show' | 'keep';
}

interface Finished {
  /** The exit code; 128 and the signal's number where one ended the program, 127 where it did not start. */
  readonly code: number;
  /** Standard output and standard error, in the order of their arrival. */
  readonly text: string;
}

const running = new Set<ChildProcess>();

/** Runs a program to its end. Never rejects: where it cannot start, the reason is the text. */
export function runCommand(file: string, args: readonly string[], options: Options): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(file, [...args], {
      cwd: options.cwd ?? ROOT,
      env: { ...(options.replaceEnv === true ? {} : process.env), ...options.env },
      stdio: options.output === 'show' ? ['ignore', 1, 2] : ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let text = '';
    const collect = (chunk: Buffer): void => {
      text += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ code: 127, text: error.message }));
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]), text });
    });
  });
}

/** Runs a script of the project, or the program of a package by its path in node_modules, with this very Node. */
export function runNode(args: readonly string[], options: Options): Promise<Finished> {
  return runCommand(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], options);
}

/** Asks every program that still runs to end. */
export function endRunningCommands(): void {
  for (const child of running) child.kill('SIGTERM');
}
