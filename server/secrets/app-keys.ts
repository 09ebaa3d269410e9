import { createHmac } from 'node:crypto';

interface AppKey {
  /** Identifies the key in database rows; derived from the key. */
  readonly id: string;
  readonly secret: string | Uint8Array;
}

/** The key from which portal links and webhook secrets are derived, and the previous one (APP_SECRET_PREVIOUS). */
export class AppKeys {
  readonly current: AppKey;
  readonly #previous: AppKey | null;

  constructor(secret: string | Uint8Array, previous: string | null = null) {
    this.current = keyOf(secret);
    this.#previous = previous === null ? null : keyOf(previous);
  }

  /** Ids of all configured keys. */
  get ids(): readonly string[] {
    return this.all.map(({ id }) => id);
  }

  /** The key that a row was created with; undefined if it is not configured. */
  find(id: string): AppKey | undefined {
    return this.all.find((key) => id === key.id);
  }

  /** The current key is the first. */
  get all(): readonly [AppKey, ...AppKey[]] {
    return this.#previous === null ? [this.current] : [this.current, this.#previous];
  }
}

/** Derives 32 bytes that only the holder of the key can compute. @param purpose Names the use, such as `whsec|7|nonce`. */
export function deriveBytes(key: AppKey, purpose: string): Uint8Array {
  return createHmac('sha256', key.secret).update(purpose).digest();
}

function keyOf(secret: string | Uint8Array): AppKey {
  return {
    id: createHmac('sha256', secret).update('app key id').digest('hex').slice(0, 12),
    secret,
  };
}

const MIN_CHARACTERS = 32;
const MIN_DISTINCT = 8;

/** The weakness of a master key, as the end of a sentence; null if there is none. */
export function weaknessOf(key: string): string | null {
  const characters = [...key];
  if (characters.length < MIN_CHARACTERS) return `must have at least ${MIN_CHARACTERS} characters`;
  if (new Set(characters).size < MIN_DISTINCT) return `must have at least ${MIN_DISTINCT} different characters`;
  return null;
}
