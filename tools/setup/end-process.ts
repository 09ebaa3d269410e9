import type { ChildProcess } from 'node:child_process';

/** Sends a signal and waits for the end; the exit code, or 1 where a signal ended the process. */
export function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode ?? 1);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
    child.kill(signal);
  });
}
