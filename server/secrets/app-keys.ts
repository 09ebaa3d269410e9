import { createHmac } from 'node:crypto';

interface AppKey {
  /** Names the key in rows: a code under the key itself. */
  readonly id: string;
  readonly secret: string | Uint8Array;
}

/** The key from which portal links and webhook secrets are derived, and the one before it (APP_SECRET_PREVIOUS). */
export class AppKeys {
  readonly current: AppKey;
  readonly #previous: AppKey | null;

  constructor(secret: string | Uint8Array, previous: string | null = null) {
    this.current = keyOf(secret);
    this.#previous = previous === null ? null : keyOf(previous);
  }

  /** The ids of all keys that this service was given. */
  get ids(): readonly string[] {
    return this.all.map(({ id }) => id);
  }

  /** The key under which a row was made; undefined when it is none that this service was given. */
  find(id: string): AppKey | undefined {
    return this.all.find((key) => id === key.id);
  }

  /** The present key first. */
  get all(): readonly [AppKey, ...AppKey[]] {
    return this.#previous === null ? [this.current] : [this.current, this.#previous];
  }
}

/** 32 bytes that only the holder of the key can make. @param purpose Names the use, such as `whsec|7|nonce`. */
export function deriveBytes(key: AppKey, purpose: string): Uint8Array {
  return createHmac('sha256', key.secret).update(purpose).digest();
}

function keyOf(secret: string | Uint8Array): AppKey {
  return {
    id: createHmac('sha256', secret).update('app key id').digest('hex').slice(0, 12),
    secret,
  };
}

const LEAST_CHARACTERS = 32;
const LEAST_DIFFERENT = 8;

/** The weakness of a master key, as the end of a sentence; null for a good one. */
export function weaknessOf(key: string): string | null {
  const characters = [...key];
  if (characters.length < LEAST_CHARACTERS) return `must have at least ${LEAST_CHARACTERS} characters`;
  if (new Set(characters).size < LEAST_DIFFERENT) return `must have at least ${LEAST_DIFFERENT} different characters`;
  return null;
}
