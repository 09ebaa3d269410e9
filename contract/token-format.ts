/**
 * Shape of the tokens of this service: `sck_` (API), `sct_` (browser session) or `spt_` (portal), the site's number as 6
 * base62 characters, 32 random ones, and the CRC-32 of everything before as 6: 48 in all. A mistyped or cut token is
 * recognised without asking the service.
 */
const PATTERN = /^(sck|sct|spt)_[0-9A-Za-z]{44}$/;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const CHECK_LENGTH = 6;

/** Finds the fault of a text that should be a token: its shape, its checksum, or none. */
export function findTokenFault(text: string): 'shape' | 'checksum' | null {
  if (!PATTERN.test(text)) return 'shape';
  return tokenChecksum(text.slice(0, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH) ? null : 'checksum';
}

/** CRC-32 (ISO-HDLC, as zlib has it) of ASCII text, as 6 base62 characters, most significant first. */
export function tokenChecksum(text: string): string {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let digits = '';
  for (let at = 0; at < CHECK_LENGTH; at += 1) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
