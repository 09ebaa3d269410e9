/**
 * How many rows one step of a long piece of work may still take, so that its transaction stays short. Whoever takes
 * rows stops where none are left; what remains is found by the next step.
 */
export class RowBudget {
  #left: number;

  constructor(rows: number) {
    this.#left = rows;
  }

  get left(): number {
    return this.#left;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  take(rows: number): void {
    this.#left -= rows;
  }
}
