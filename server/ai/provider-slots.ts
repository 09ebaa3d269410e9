import { ProviderFailure } from './provider-failure.ts';

/** So many calls at once, the others in line: a provider that hangs holds no more of the service than this. */
export class ProviderSlots {
  #free: number;
  readonly #line: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves when the slot is the caller's. @throws ProviderFailure busy when its turn does not come in time. */
  async take(patienceMs: number): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#line.splice(this.#line.indexOf(turn), 1);
        reject(new ProviderFailure('busy'));
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
