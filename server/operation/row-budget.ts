/**
 * How many more rows a step of a long job may handle, so that its transaction stays short. The next step finds the
 * remaining rows.
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
