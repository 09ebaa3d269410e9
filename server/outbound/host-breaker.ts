/** What a call says of the host. */
export type HostVerdict = 'answered' | 'failed' | 'unknown';

export interface BreakerRules {
  /** Failures in a row after which the host is left alone. */
  readonly failures: number;
  readonly restMs: number;
  /** A clock that no change of the time of day moves. */
  readonly monotonicMs: () => number;
}

/**
 * The defaults of Envoy, the widest used breaker of this kind: five are no chance any more, and half a minute lets a
 * host restart. It is also the longest that a call may take, so all calls of before have ended when the first probe
 * begins.
 */
const RULES: BreakerRules = { failures: 5, restMs: 30_000, monotonicMs: () => performance.now() };

/**
 * Leaves a host alone that keeps failing: after some failures in a row every call is refused at once, for a rest; then
 * one call is let through as a probe, and its end decides. It knows one host and holds three values, in this process
 * alone. See docs/decisions/0012-breaker-for-the-ai-host.md.
 */
export class HostBreaker {
  readonly #rules: BreakerRules;
  #failuresInRow = 0;
  #restsUntilMs = 0;
  #isProbing = false;

  constructor(rules: Partial<BreakerRules> = {}) {
    this.#rules = { ...RULES, ...rules };
  }

  /** Whether a call that came now would be refused. */
  get isRefusing(): boolean {
    return this.#isOpen && (this.#isProbing || this.#rules.monotonicMs() < this.#restsUntilMs);
  }

  /**
   * Does `work`, unless the host is left alone: then null, and `work` is not begun.
   * @param judge What an error says of the host; a result says that it answers.
   */
  async run<Result>(
    work: () => Promise<Result>,
    judge: (error: unknown) => HostVerdict,
  ): Promise<{ readonly result: Result } | null> {
    if (this.isRefusing) return null;
    const isProbe = this.#isOpen;
    if (isProbe) this.#isProbing = true;
    try {
      const result = await work();
      this.#learn('answered', isProbe);
      return { result };
    } catch (error) {
      this.#learn(judge(error), isProbe);
      throw error;
    } finally {
      if (isProbe) this.#isProbing = false;
    }
  }

  get #isOpen(): boolean {
    return this.#failuresInRow >= this.#rules.failures;
  }

  #learn(verdict: HostVerdict, isProbe: boolean): void {
    if (verdict === 'unknown') return;
    if (verdict === 'answered') {
      this.#failuresInRow = 0;
      return;
    }
    this.#failuresInRow += 1;
    // A call of before that fails only now does not prolong the rest.
    const begins = isProbe || this.#failuresInRow === this.#rules.failures;
    if (begins) this.#restsUntilMs = this.#rules.monotonicMs() + this.#rules.restMs;
  }
}
