import { randomBytes } from 'node:crypto';
import type { AppKeys } from '#server/secrets/app-keys.ts';
import { deriveToken } from '#server/tokens/token-format.ts';

/** The columns that a raw token is derived from. */
export interface PortalSeed {
  readonly id: bigint;
  readonly nonce: string;
  readonly key_id: string;
}

/** 128 random bits in base64url. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Derives the raw token of a row from both the row and the key: a copy of the database or the key alone is not enough.
 * Undefined if the row uses a key that this service does not have. See docs/api.md, "Portal tokens".
 */
export function derivePortalToken(keys: AppKeys, siteId: bigint, seed: PortalSeed): string | undefined {
  const key = keys.find(seed.key_id);
  if (key === undefined) return undefined;
  return deriveToken('spt', siteId, key.secret, `portal|v1|${siteId}|${seed.id}|${seed.nonce}`);
}

/** The token is in the fragment, which browsers never send. */
export function portalUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/portal#t=${token}`;
}
