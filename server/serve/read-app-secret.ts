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
 * The key that links, tokens and secrets are derived from: APP_SECRET, or the content of `secret.key` in DATA_DIR,
 * which is made once, readable by its owner alone. The lock of DATA_DIR is to be held.
 * @throws StartFailure when the file cannot be read or made, or its key is weak.
 */
export async function readAppSecret({ appSecret, dataDir }: SecretConfig): Promise<string> {
  if (appSecret !== null) return appSecret;
  const file = path.join(dataDir, 'secret.key');
  try {
    const key = (await readKey(file)) ?? (await makeKey(file));
    const weakness = weaknessOf(key);
    if (weakness !== null) throw new Error(`it ${weakness}`);
    return key;
  } catch (error) {
    throw new StartFailure(
      `The key in ${file} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Makes `secret.key` of a key, such as that of a backup, in place of one that is there. */
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

async function makeKey(file: string): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  // Written whole under another name first: a crash must not leave half a key, on which everything would then rest.
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  await writeFile(draft, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await link(draft, file);
  await rm(draft);
  return key;
}
