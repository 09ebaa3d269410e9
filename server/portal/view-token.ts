import { timingSafeEqual } from 'node:crypto';
import { isIdText } from '#contract/scalars.ts';
import { deriveBytes, type AppKeys } from '#server/secrets/app-keys.ts';

/** The session of the page after its link was exchanged: it names the link, and expires. */
export interface PortalView {
  readonly siteId: bigint;
  /** Id of the portal token. */
  readonly tokenId: bigint;
  readonly expires: Date;
}

/** An unverified view: trust it only after `isOf` with the nonce of its link. */
export interface ClaimedView extends PortalView {
  readonly isOf: (nonce: string) => boolean;
}

const SHAPE = /^spv_([0-9]{1,19})\.([0-9]{1,19})\.([0-9]{1,15})\.([0-9a-f]{12})\.([\w-]{43})$/;

/**
 * Signed and not stored; nothing of the link's secret is in it. The nonce of the link's row is signed with it, so that
 * the key alone does not make one.
 */
export function makeViewToken(keys: AppKeys, view: PortalView, nonce: string): string {
  const { id } = keys.current;
  const text = `${view.siteId}.${view.tokenId}.${view.expires.getTime()}.${id}`;
  return `spv_${text}.${sign(keys, id, text, nonce).toString('base64url')}`;
}

/**
 * Undefined for what is none of ours by its looks, and from its end on. Whether we signed it and its link still lives is
 * the caller's to ask.
 */
export function readViewToken(keys: AppKeys, raw: string, now: Date): ClaimedView | undefined {
  const [, siteId = '', tokenId = '', expiresMs, keyId = '', mac = ''] = SHAPE.exec(raw) ?? [];
  if (!isIdText(siteId) || !isIdText(tokenId)) return undefined;
  const text = `${siteId}.${tokenId}.${expiresMs}.${keyId}`;
  const isOf = (nonce: string) => isSame(mac, sign(keys, keyId, text, nonce));
  const view = { siteId: BigInt(siteId), tokenId: BigInt(tokenId), expires: new Date(Number(expiresMs)), isOf };
  return view.expires.getTime() > now.getTime() ? view : undefined;
}

function isSame(mac: string, expected: Buffer): boolean {
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  // The last of 43 characters carries two bits that mean nothing: one spelling is the right one.
  return given.toString('base64url') === mac;
}

/** Under a key that we do not have nothing is right; the work is the same. */
function sign(keys: AppKeys, keyId: string, text: string, nonce: string): Buffer {
  const key = keys.find(keyId);
  const bytes = deriveBytes(key ?? keys.current, `portal view|v2|${text}|${nonce}`);
  return key === undefined ? Buffer.alloc(0) : Buffer.from(bytes);
}
