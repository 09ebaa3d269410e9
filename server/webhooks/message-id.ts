import { randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 26;

/** `msg_` and 130 random bits in base32: by which a receiver knows repeated deliveries. */
export function newMessageId(): string {
  let text = 'msg_';
  for (const byte of randomBytes(LENGTH)) text += ALPHABET[byte % ALPHABET.length] ?? '';
  return text;
}
