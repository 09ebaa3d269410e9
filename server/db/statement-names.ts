const HOT_AFTER = 3;
const MAX_NAMES = 300;
const MAX_COUNTED = 3000;

/** Chooses which texts are worth a prepared statement: those seen often, and never more than an engine should keep. */
export class StatementNames {
  readonly #names = new Map<string, string | null>();
  #counts = new Map<string, number>();
  #next = 1;

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known ?? undefined;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < HOT_AFTER || this.#names.size >= MAX_NAMES) {
      if (this.#counts.size >= MAX_COUNTED) this.#counts = new Map();
      this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const name = `s${this.#next}`;
    this.#next += 1;
    this.#names.set(text, name);
    return name;
  }

  /** The plan behind the name no longer fits the tables: the text is never named again. */
  drop(text: string): void {
    this.#names.set(text, null);
  }
}
