import { createHash, createHmac, randomFillSync } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** API token, browser session, portal link. */
export type TokenKind = 'sck' | 'sct' | 'spt';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KIND_LENGTH = 4;
const SITE_LENGTH = 6;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const PREFIX_LENGTH = 14;
const SHAPE = /^(?:sck|sct|spt)_[0-9A-Za-z]{44}$/;

/**
 * `sck_` or `sct_`, the number of the site in six base-62 characters, 32 random ones (190 bits) and a CRC-32 of all that
 * in six. By the site's number a look-up reads the rows of one site.
 */
export function newToken(kind: 'sck' | 'sct', siteId: bigint): string {
  return withChecksum(`${kind}_${siteDigits(siteId)}${randomBase62(SECRET_LENGTH)}`);
}

/** Derives a token from `key` and `purpose`, so that it can be computed again and only its hash has to be stored. */
export function deriveToken(kind: TokenKind, siteId: bigint, key: string | Uint8Array, purpose: string): string {
  let secret = '';
  for (let block = 0; secret.length < SECRET_LENGTH; block += 1) {
    secret += toBase62(createHmac('sha256', key).update(`${kind}|${purpose}|${block}`).digest());
  }
  return withChecksum(`${kind}_${siteDigits(siteId)}${secret.slice(0, SECRET_LENGTH)}`);
}

/** The site that a token of the right shape claims; there may be no such site. */
export function siteOfToken(token: string): bigint {
  const digits = token.slice(KIND_LENGTH, KIND_LENGTH + SITE_LENGTH);
  return BigInt([...digits].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0));
}

/** Checks prefix, length, alphabet and checksum, before any access to the database. */
export function isTokenShape(text: string): boolean {
  return SHAPE.test(text) && text.slice(-CHECKSUM_LENGTH) === checksum(text.slice(0, -CHECKSUM_LENGTH));
}

/** The 32 bytes that the database stores instead of the token. */
export function hashToken(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}

/** The 14 characters that identify a token on screen; 28 random ones stay secret. */
export function tokenPrefix(text: string): string {
  return text.slice(0, PREFIX_LENGTH);
}

/** Random base-62 characters without bias: bytes from the largest multiple of 62 on are discarded. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) text += toBase62(randomFillSync(new Uint8Array(length + 16)));
  return text.slice(0, length);
}

function toBase62(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) if (byte < 248) text += BASE62[byte % 62];
  return text;
}

function withChecksum(text: string): string {
  return text + checksum(text);
}

function siteDigits(siteId: bigint): string {
  if (siteId >= 62n ** BigInt(SITE_LENGTH)) throw new RangeError(`site ${siteId} is beyond the numbers of a token`);
  return digitsOf(Number(siteId), SITE_LENGTH);
}

function checksum(text: string): string {
  return digitsOf(crc32(text), CHECKSUM_LENGTH);
}

/** Base 62, most significant digit first, padded with zeros. */
function digitsOf(value: number, length: number): string {
  let rest = value;
  let digits = '';
  for (let index = 0; index < length; index += 1) {
    digits = `${BASE62[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
