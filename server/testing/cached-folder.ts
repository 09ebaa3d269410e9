import { createHash } from 'node:crypto';
import { cp, glob, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
const KEEP_MS = 86_400_000;

interface CachedFolder {
  /** Describes the content for people. */
  readonly name: string;
  /** Patterns of the files that determine the content, from the root of the project. */
  readonly inputs: readonly string[];
  /** Other inputs that the content depends on. */
  readonly settings?: string;
  readonly make: (folder: string) => Promise<void>;
}

/**
 * Caches a folder that is expensive to create between test runs; a change of its inputs creates it again. Copy the
 * folder before you change it.
 */
export async function cachedFolder({ name, inputs, settings = '', make }: CachedFolder): Promise<string> {
  const kept = path.join(ROOT, 'node_modules', '.cache', name);
  const folder = path.join(kept, await fingerprint(inputs, settings));
  if (await exists(folder)) return folder;
  await removeOld(kept);
  const made = await mkdtemp(path.join(tmpdir(), 'support-console-kept-'));
  try {
    await make(made);
    // Create it under another name and rename it, as another run may read it meanwhile. A rename works on one disk
    // only.
    const beside = await mkdtemp(`${folder}-`);
    await cp(made, beside, { recursive: true });
    await rename(beside, folder).catch(async (error: unknown) => {
      await rm(beside, { recursive: true, force: true });
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return folder;
}

async function fingerprint(patterns: readonly string[], settings: string): Promise<string> {
  const hash = createHash('sha256').update(settings);
  const files = await Array.fromAsync(glob([...patterns, 'package-lock.json'], { cwd: ROOT }));
  for (const file of files.toSorted()) hash.update(`\n${file}\n`).update(await readFile(path.join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

async function removeOld(kept: string): Promise<void> {
  await mkdir(kept, { recursive: true });
  for await (const name of glob('*', { cwd: kept })) {
    const file = path.join(kept, name);
    if ((await stat(file)).mtimeMs < Date.now() - KEEP_MS) await rm(file, { recursive: true, force: true });
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
