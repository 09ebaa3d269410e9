import { timingSafeEqual } from 'node:crypto';
import { isIdText } from '#contract/scalars.ts';
import { deriveBytes, type AppKeys } from '#server/secrets/app-keys.ts';

/** The session of the customer's page after its link was exchanged. */
export interface PortalView {
  readonly siteId: bigint;
  /** Id of the portal token. */
  readonly tokenId: bigint;
  readonly expires: Date;
}

/** An unverified view: trust it only after `isSignedWith` the nonce of its link. */
export interface ClaimedView extends PortalView {
  readonly isSignedWith: (nonce: string) => boolean;
}

const SHAPE = /^spv_([0-9]{1,19})\.([0-9]{1,19})\.([0-9]{1,15})\.([0-9a-f]{12})\.([\w-]{43})$/;

/**
 * A signed token that is not stored and has no part of the link's secret. The signature covers the nonce of the link's
 * row, so that the key alone cannot forge one.
 */
export function makeViewToken(keys: AppKeys, view: PortalView, nonce: string): string {
  const { id } = keys.current;
  const text = `${view.siteId}.${view.tokenId}.${view.expires.getTime()}.${id}`;
  return `spv_${text}.${sign(keys, id, text, nonce).toString('base64url')}`;
}

/**
 * Parses a view token. Undefined if it is malformed or expired. The caller checks the signature and that the link is
 * still live.
 */
export function readViewToken(keys: AppKeys, raw: string, now: Date): ClaimedView | undefined {
  const [, siteId = '', tokenId = '', expiresMs, keyId = '', mac = ''] = SHAPE.exec(raw) ?? [];
  if (!isIdText(siteId) || !isIdText(tokenId)) return undefined;
  const text = `${siteId}.${tokenId}.${expiresMs}.${keyId}`;
  const isSignedWith = (nonce: string) => isSame(mac, sign(keys, keyId, text, nonce));
  const view = { siteId: BigInt(siteId), tokenId: BigInt(tokenId), expires: new Date(Number(expiresMs)), isSignedWith };
  return view.expires.getTime() > now.getTime() ? view : undefined;
}

function isSame(mac: string, expected: Buffer): boolean {
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  // The last of the 43 characters has two unused bits: accept only the canonical spelling.
  return given.toString('base64url') === mac;
}

/** Empty for an unknown key, so that no signature matches; takes the same time as a known one. */
function sign(keys: AppKeys, keyId: string, text: string, nonce: string): Buffer {
  const key = keys.find(keyId);
  const bytes = deriveBytes(key ?? keys.current, `portal view|v2|${text}|${nonce}`);
  return key === undefined ? Buffer.alloc(0) : Buffer.from(bytes);
}
