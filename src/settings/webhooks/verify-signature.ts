/** Receivers refuse messages that are older, or further ahead. */
export const TOLERANCE_SECONDS = 5 * 60;

export interface SignedMessage {
  readonly secret: string;
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  /** The raw text as received. */
  readonly body: string;
}

type MessagePart = keyof SignedMessage;

export type Verdict =
  | { readonly kind: 'missing'; readonly parts: readonly MessagePart[] }
  | { readonly kind: 'unreadable'; readonly parts: readonly MessagePart[] }
  /** No signature in the header matches. */
  | { readonly kind: 'wrong' }
  /** The page is not https, so browsers can't check. */
  | { readonly kind: 'insecure' }
  | {
      readonly kind: 'valid';
      /** Seconds since the timestamp; negative if it is ahead. */
      readonly ageSeconds: number;
      /** The matching signature of the header, from 1, and how many it has. */
      readonly matched: number;
      readonly signatures: number;
    };

const PARTS = ['secret', 'id', 'timestamp', 'signature', 'body'] as const;

/** Checks a delivery as a receiver does, by Standard Webhooks. */
export async function verifySignature(message: SignedMessage, nowMs: number): Promise<Verdict> {
  const missing = PARTS.filter((part) => (part === 'body' ? message.body : message[part].trim()) === '');
  if (missing.length > 0) return { kind: 'missing', parts: missing };
  // Despite its type it exists only on https pages and localhost.
  if (!(globalThis.crypto?.subtle as SubtleCrypto | undefined)) return { kind: 'insecure' };
  const id = message.id.trim();
  const timestamp = message.timestamp.trim();
  const key = bytesOf(message.secret.trim().replace(/^whsec_/, ''));
  const given = message.signature.trim().split(/\s+/);
  const signatures = given.map((one) => (one.startsWith('v1,') ? bytesOf(one.slice('v1,'.length)) : null));
  const unreadable = [
    key === null || key.length < 24 || key.length > 64 ? ('secret' as const) : null,
    /^[0-9]{1,12}$/.test(timestamp) ? null : ('timestamp' as const),
    signatures.every((one) => one?.length !== 32) ? ('signature' as const) : null,
  ].filter((part) => part !== null);
  if (key === null || unreadable.length > 0) return { kind: 'unreadable', parts: unreadable };
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${message.body}`);
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const [index, one] of signatures.entries()) {
    if (one === null || !(await crypto.subtle.verify('HMAC', hmac, one, signed))) continue;
    const ageSeconds = Math.floor(nowMs / 1_000) - Number(timestamp);
    return { kind: 'valid', ageSeconds, matched: index + 1, signatures: given.length };
  }
  return { kind: 'wrong' };
}

/** Null if the text is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
