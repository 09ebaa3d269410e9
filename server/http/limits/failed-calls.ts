import { networkOf } from '#server/audit/network-of.ts';
import { AddressAllowance } from './address-allowance.ts';

const LIMIT = 60;
const MAX_BURSTS = 1000;

/** Counts calls with well-formed but unknown tokens: after 60 a minute from one address, further ones get 429. */
export class FailedCalls {
  readonly #allowance = new AddressAllowance(LIMIT);
  readonly #bursts = new Map<string, number>();

  /** @returns null within the allowance, else the seconds to wait. */
  count(address: string, nowMs: number): number | null {
    const wait = this.#allowance.count(address, nowMs);
    if (wait !== null) this.#noteBurst(address);
    return wait;
  }

  /** Networks over their allowance since the last call, with the number of refused calls. */
  takeBursts(): { readonly network: string; readonly calls: number }[] {
    const bursts = [...this.#bursts].map(([network, calls]) => ({ network, calls }));
    this.#bursts.clear();
    return bursts;
  }

  #noteBurst(address: string): void {
    const network = networkOf(address) ?? 'unknown';
    const calls = this.#bursts.get(network);
    if (calls !== undefined || this.#bursts.size < MAX_BURSTS) this.#bursts.set(network, (calls ?? 0) + 1);
  }
}
