import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

const NAME = 'forwarding-headers';

/**
 * Records the proxy headers that the service has seen, for `admin doctor`. Uses a file, because other processes cannot open
 * the embedded database while the service runs.
 */
export function writeForwardingMark(dataDir: string, headers: readonly string[]): void {
  // Synchronous, so that the file exists once the response is sent; it is a few bytes, once per process.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(path.join(dataDir, NAME), `${headers.join(' ')}\n`, { mode: 0o600 });
}

/** Call it at the start: earlier records were made with other settings. */
export async function removeForwardingMark(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, NAME), { force: true });
}

/** Names of the headers seen since the last start. */
export async function readForwardingMark(dataDir: string): Promise<string[]> {
  const text = await readFile(path.join(dataDir, NAME), 'utf8').catch(() => '');
  return text.split(/\s+/).filter((name) => /^[a-z-]{1,40}$/.test(name));
}
