import { inspect } from 'node:util';

const PLACEHOLDER = '[secret]';

/** Wraps a client's secret: printing, logging or storing it by mistake gives a placeholder. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The raw value, for the one place that sends it. */
  reveal(): string {
    return this.#value;
  }

  /** Replaces the secret in a text. A very short one is left, since replacing it would break ordinary words. */
  removeFrom(text: string): string {
    return this.#value.length < 8 ? text : text.replaceAll(this.#value, PLACEHOLDER);
  }

  toString(): string {
    return PLACEHOLDER;
  }

  toJSON(): string {
    return PLACEHOLDER;
  }

  [inspect.custom](): string {
    return PLACEHOLDER;
  }
}
