import { createHash, createHmac, randomFillSync } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** API token, browser session, portal link. */
export type TokenPrefix = 'sck' | 'sct' | 'spt';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^(?:sck|sct|spt)_[0-9A-Za-z]{38}$/;

/** `sck_` or `sct_`, 32 random base-62 characters (190 bits) and a CRC-32 of all that in six characters. */
export function newToken(prefix: 'sck' | 'sct'): string {
  return withChecksum(`${prefix}_${randomBase62(SECRET_LENGTH)}`);
}

/** Derives a token from `key` and `purpose`, so that it can be computed again and only its hash has to be stored. */
export function deriveToken(prefix: TokenPrefix, key: string | Uint8Array, purpose: string): string {
  let secret = '';
  for (let block = 0; secret.length < SECRET_LENGTH; block += 1) {
    secret += toBase62(createHmac('sha256', key).update(`${prefix}|${purpose}|${block}`).digest());
  }
  return withChecksum(`${prefix}_${secret.slice(0, SECRET_LENGTH)}`);
}

/** Checks prefix, length, alphabet and checksum, before any access to the database. */
export function isTokenShape(text: string): boolean {
  return SHAPE.test(text) && text.slice(-CHECKSUM_LENGTH) === checksum(text.slice(0, -CHECKSUM_LENGTH));
}

/** The 32 bytes that the database stores instead of the token. */
export function hashToken(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}

/** The ten characters that identify a token on screen; 26 random ones stay secret. */
export function tokenPrefix(text: string): string {
  return text.slice(0, 10);
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

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    digits = `${BASE62[rest % 62]}${digits}`;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
