/** So many calls to others at once, the rest in line: whoever hangs there holds no more of the service than this. */
export class Slots {
  #free: number;
  readonly #line: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves true when the slot is the caller's, to be given back; false when its turn does not come in time. */
  async take(patienceMs: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const turn = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(turn), 1);
        resolve(false);
      }, patienceMs);
      this.#line.push(turn);
    });
  }

  /** Hands the slot to the next in line. */
  give(): void {
    const next = this.#line.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
