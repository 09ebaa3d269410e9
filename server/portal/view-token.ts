import { timingSafeEqual } from 'node:crypto';
import { deriveBytes, type AppKeys } from '#server/secrets/app-keys.ts';

/** What the page holds after its link was exchanged: it names the link, and ends by itself. */
export interface PortalView {
  readonly siteId: bigint;
  /** Id of the portal token. */
  readonly tokenId: bigint;
  readonly expires: Date;
}

const SHAPE = /^spv_([1-9][0-9]{0,18})\.([1-9][0-9]{0,18})\.([0-9]{1,15})\.([0-9a-f]{12})\.([\w-]{43})$/;

/** Signed and not stored; nothing of the link's secret is in it. */
export function makeViewToken(keys: AppKeys, view: PortalView): string {
  const { id } = keys.current;
  const text = `${view.siteId}.${view.tokenId}.${view.expires.getTime()}.${id}`;
  return `spv_${text}.${sign(keys, id, text).toString('base64url')}`;
}

/** Undefined for what we did not sign, and from its end on. Whether its link still lives is the caller's to ask. */
export function readViewToken(keys: AppKeys, raw: string, now: Date): PortalView | undefined {
  const [, siteId, tokenId, expiresMs, keyId, mac] = SHAPE.exec(raw) ?? [];
  if (siteId === undefined || tokenId === undefined || keyId === undefined || mac === undefined) return undefined;
  const expected = sign(keys, keyId, `${siteId}.${tokenId}.${expiresMs}.${keyId}`);
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  // The last of 43 characters carries two bits that mean nothing: one spelling is the right one.
  if (given.toString('base64url') !== mac) return undefined;
  const view = { siteId: BigInt(siteId), tokenId: BigInt(tokenId), expires: new Date(Number(expiresMs)) };
  return view.expires.getTime() > now.getTime() ? view : undefined;
}

/** Under a key that we do not have nothing is right; the work is the same. */
function sign(keys: AppKeys, keyId: string, text: string): Buffer {
  const key = keys.find(keyId);
  const bytes = deriveBytes(key ?? keys.current, `portal view|v1|${text}`);
  return key === undefined ? Buffer.alloc(0) : Buffer.from(bytes);
}
