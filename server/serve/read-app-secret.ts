import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartFailure } from '#server/db/errors.ts';
import { weaknessOf } from '#server/secrets/app-keys.ts';

interface SecretConfig {
  readonly appSecret: string | null;
  readonly dataDir: string;
}

/**
 * The key from which links, tokens and secrets are derived: APP_SECRET, or the content of `secret.key` in DATA_DIR, which is
 * created if absent, readable only by its owner. The caller must hold the lock of DATA_DIR.
 * @throws StartFailure if the file cannot be read or created, or its key is weak.
 */
export async function readAppSecret({ appSecret, dataDir }: SecretConfig): Promise<string> {
  if (appSecret !== null) return appSecret;
  const file = path.join(dataDir, 'secret.key');
  try {
    const key = (await readKey(file)) ?? (await createKey(file));
    const weakness = weaknessOf(key);
    if (weakness !== null) throw new Error(`it ${weakness}`);
    return key;
  } catch (error) {
    throw new StartFailure(
      `The key in ${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Writes a key, such as that of a backup, to `secret.key`, replacing an existing one. */
export async function writeAppSecret(dataDir: string, key: string): Promise<void> {
  const file = path.join(dataDir, 'secret.key');
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, file);
}

async function readKey(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function createKey(file: string): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  // Written completely under another name first, so that a crash cannot leave half a key.
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await link(draft, file);
  await rm(draft);
  return key;
}
