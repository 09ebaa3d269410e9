import { parseArgs } from 'node:util';
import { codePoints, isEmail, isIdText, isStorable } from '#contract/scalars.ts';
import { StartFailure } from '#server/db/errors.ts';

/** The options of a command. Each method validates one, and throws a one-line StartFailure that names it. */
export class Options {
  readonly #values = new Map<string, string | boolean>();

  /** @param names Options with a value. @param flags Options without one. Any other option is refused. */
  constructor(args: readonly string[], names: readonly string[], flags: readonly string[] = []) {
    const options = Object.fromEntries([
      ...names.map((name) => [name, { type: 'string' as const }] as const),
      ...flags.map((name) => [name, { type: 'boolean' as const }] as const),
    ]);
    try {
      const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false });
      for (const [name, value] of Object.entries(values))
        if (value !== undefined && !Array.isArray(value)) this.#values.set(name, value);
    } catch (error) {
      const known = [...names, ...flags].map((name) => `--${name}`).join(', ') || 'none';
      throw new StartFailure(
        `${error instanceof Error ? firstSentence(error.message) : String(error)}; options: ${known}`,
      );
    }
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  flag(name: string): boolean {
    return this.#values.get(name) === true;
  }

  /** Text of 1 to 200 characters. */
  text(name: string): string {
    const value = this.#values.get(name);
    if (typeof value !== 'string') throw new StartFailure(`--${name} is missing`);
    if (value.trim() === '' || codePoints(value) > 200 || !isStorable(value)) {
      throw new StartFailure(`--${name} must be text of 1 to 200 characters`);
    }
    return value;
  }

  /** The path of a file. */
  file(name: string): string {
    const value = this.#values.get(name);
    if (typeof value !== 'string') throw new StartFailure(`--${name} is missing`);
    if (value === '' || value.length > 4096 || value.includes('\0')) {
      throw new StartFailure(`--${name} must be the name of a file`);
    }
    return value;
  }

  email(name: string): string {
    const value = this.#values.get(name);
    if (typeof value !== 'string') throw new StartFailure(`--${name} is missing`);
    if (!isEmail(value) || !isStorable(value)) throw new StartFailure(`--${name} must be an email address`);
    return value;
  }

  /** One of the listed words. */
  choice<const Word extends string>(name: string, words: readonly Word[]): Word {
    const value = this.text(name);
    const word = words.find((one) => one === value);
    if (word === undefined) throw new StartFailure(`--${name} must be one of ${words.join(', ')}`);
    return word;
  }

  /** A comma-separated list; blanks around the names are trimmed. */
  list(name: string): string[] {
    return this.text(name)
      .split(',')
      .map((part) => part.trim());
  }

  id(name: string): bigint {
    const value = this.text(name);
    if (!isIdText(value)) throw new StartFailure(`--${name} must be an id: an integer from 1 to 9223372036854775807`);
    return BigInt(value);
  }

  integer(name: string, least: number, most: number): number {
    const value = this.text(name);
    if (!/^[0-9]{1,10}$/.test(value) || Number(value) < least || Number(value) > most) {
      throw new StartFailure(`--${name} must be an integer from ${least} to ${most}`);
    }
    return Number(value);
  }
}

function firstSentence(text: string): string {
  return text.split('. ', 1)[0] ?? text;
}
