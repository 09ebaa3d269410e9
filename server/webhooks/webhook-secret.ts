import { randomBytes } from 'node:crypto';
import { deriveBytes, type AppKeys } from '#server/secrets/app-keys.ts';

/** The stored part of a secret, useless without the service's key. */
export interface SecretSource {
  readonly keyId: string;
  readonly nonce: string;
}

export function newSecretSource(keys: AppKeys): SecretSource {
  return { keyId: keys.current.id, nonce: randomBytes(16).toString('hex') };
}

/**
 * `whsec_` and base64 of 32 bytes; undefined if the service does not have the key. See docs/api.md, "Subscriptions".
 */
export function deriveSecret(
  keys: AppKeys,
  subscriptionId: bigint,
  { keyId, nonce }: SecretSource,
): string | undefined {
  const key = keys.find(keyId);
  if (key === undefined) return undefined;
  return `whsec_${Buffer.from(deriveBytes(key, `whsec|${subscriptionId}|${nonce}`)).toString('base64')}`;
}

export interface SecretColumns {
  readonly key_id: string;
  readonly nonce: string;
  readonly old_key_id: string | null;
  readonly old_nonce: string | null;
  readonly overlap_until_utc: string | null;
}

/** The secrets that sign now, newest first; empty if the newest cannot be derived. */
export function signingSecrets(
  keys: AppKeys,
  subscriptionId: bigint,
  row: SecretColumns,
  now: Date,
): readonly string[] {
  const newest = deriveSecret(keys, subscriptionId, { keyId: row.key_id, nonce: row.nonce });
  if (newest === undefined) return [];
  const { old_key_id: keyId, old_nonce: nonce, overlap_until_utc: until } = row;
  if (keyId === null || nonce === null || until === null || new Date(until) <= now) return [newest];
  const old = deriveSecret(keys, subscriptionId, { keyId, nonce });
  return old === undefined ? [newest] : [newest, old];
}
