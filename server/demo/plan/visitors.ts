import type { Person } from '#server/demo/words/people.ts';
import type { Random } from '#server/demo/random.ts';

export interface PlannedVisitor {
  /** Like an id that a widget would generate. */
  readonly key: string;
  readonly person: Person | null;
}

/** Chooses the visitor of the shop's pages: a new one, or sometimes a returning one. */
export class Visitors {
  readonly #random: Random;
  readonly #known = new Map<Person, PlannedVisitor>();
  readonly #strangers: PlannedVisitor[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  next(person: Person | null): PlannedVisitor {
    if (person !== null) return this.known(person);
    if (this.#strangers.length > 0 && this.#random.chance(0.15)) return this.#random.pick(this.#strangers);
    const stranger = { key: this.#key(), person: null };
    this.#strangers.push(stranger);
    return stranger;
  }

  known(person: Person): PlannedVisitor {
    const known = this.#known.get(person) ?? { key: this.#key(), person };
    this.#known.set(person, known);
    return known;
  }

  #key(): string {
    return `v_${drawHex(this.#random, 16)}`;
  }
}

export function drawHex(random: Random, length: number): string {
  let text = '';
  while (text.length < length) text += random.integer(0, 15).toString(16);
  return text;
}
