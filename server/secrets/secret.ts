import { inspect } from 'node:util';

const SHOWN = '[secret]';

/** Somebody's secret on its way through: whoever prints, logs or stores it by mistake gets a placeholder. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The raw value, for the one place that sends it. */
  reveal(): string {
    return this.#value;
  }

  /** The text with the secret taken out. A very short one is left, since it would take words apart. */
  removeFrom(text: string): string {
    return this.#value.length < 8 ? text : text.replaceAll(this.#value, SHOWN);
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}
