import { networkOf } from '#server/audit/network-of.ts';
import { AddressAllowance } from './address-allowance.ts';

const LIMIT = 60;
const MAX_BURSTS = 1000;

/** Well-formed tokens that nobody knows, counted by address: 60 a minute, then 429 for those alone. */
export class FailedCalls {
  readonly #allowance = new AddressAllowance(LIMIT);
  readonly #bursts = new Map<string, number>();

  /** Answers null while the address is within its allowance, else the seconds to wait. */
  count(address: string, nowMs: number): number | null {
    const wait = this.#allowance.count(address, nowMs);
    if (wait !== null) this.#noteBurst(address);
    return wait;
  }

  /** Networks that went beyond their allowance since this was asked last, and how many of their calls were refused so. */
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
