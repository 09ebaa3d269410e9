import { ConfigError } from '#server/config.ts';
import { StartFailure } from '#server/db/errors.ts';

/**
 * Runs a program. An expected failure prints one line on standard error and sets the exit code; a bug keeps its stack trace.
 */
export async function runOrFail(program: () => Promise<unknown>): Promise<void> {
  try {
    await program();
  } catch (error) {
    if (error instanceof StartFailure) fail(error.message, error.exitCode);
    if (error instanceof ConfigError) fail(error.message, 1);
    throw error;
  }
}

function fail(line: string, exitCode: number): never {
  process.stderr.write(`${line}\n`);
  process.exit(exitCode);
}
