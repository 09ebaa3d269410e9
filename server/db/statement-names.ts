import { LRUCache } from 'lru-cache';

const HOT_AFTER = 3;
/** The server keeps a plan for each name in every session. */
export const MAX_NAMES = 300;
const MAX_COUNTED = 3_000;

/** Names frequent statements, so that they are prepared. The least recently used ones lose their names. */
export class StatementNames {
  readonly #names = new LRUCache<string, string>({ max: MAX_NAMES });
  readonly #counts = new LRUCache<string, number>({ max: MAX_COUNTED });
  #next = 1;

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.set(text, count);
    if (count < HOT_AFTER) return undefined;
    // Names are never reused: a session may still have an older statement under one.
    const name = `s${this.#next}`;
    this.#next += 1;
    this.#names.set(text, name);
    return name;
  }

  /** Call it when the statement's plan no longer fits the tables. */
  drop(text: string): void {
    this.#names.delete(text);
    this.#counts.delete(text);
  }
}
