import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

const NAME = 'forwarding-headers';

/**
 * Records the proxy headers that the service saw, for `admin doctor`: beside the database and not in it, because the
 * embedded one is closed to others while it serves.
 */
export function writeForwardingMark(dataDir: string, headers: readonly string[]): void {
  // Once in the life of a process and a few bytes: whoever got an answer finds it written.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(path.join(dataDir, NAME), `${headers.join(' ')}\n`, { mode: 0o600 });
}

/** At the start: what was seen before was seen under another setting. */
export async function removeForwardingMark(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, NAME), { force: true });
}

/** Names of headers, none where nothing was seen since the last start. */
export async function readForwardingMark(dataDir: string): Promise<string[]> {
  const text = await readFile(path.join(dataDir, NAME), 'utf8').catch(() => '');
  return text.split(/\s+/).filter((name) => /^[a-z-]{1,40}$/.test(name));
}
