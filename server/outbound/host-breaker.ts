/** The outcome of a call for the host; `unknown` if it says nothing about it. */
export type HostVerdict = 'answered' | 'failed' | 'unknown';

export interface BreakerRules {
  /** Consecutive failures that open the breaker. */
  readonly failures: number;
  readonly restMs: number;
  /** A monotonic clock. */
  readonly monotonicMs: () => number;
}

/**
 * Envoy's defaults, the most widely used breaker of this kind: five failures are no coincidence, and 30 seconds let a host
 * restart. A call takes 30 seconds at most, so all earlier calls have ended when the first probe starts.
 */
const RULES: BreakerRules = { failures: 5, restMs: 30_000, monotonicMs: () => performance.now() };

/** One site's failures do not open the breaker for all: its requests may be the cause. */
const MIN_FAILING_SITES = 2;

/** Consecutive failures of one site or of all. */
interface Streak {
  failures: number;
  isOpen: boolean;
  restsUntilMs: number;
}

const newStreak = (): Streak => ({ failures: 0, isOpen: false, restsUntilMs: 0 });

/**
 * A circuit breaker for one host, in this process. After consecutive failures it refuses every call for a while; then it lets
 * one call of each site through as a probe, whose outcome decides. Failures of one site open it for that site only; it takes
 * two failing sites to open it for all. See docs/decisions/0012-breaker-for-the-ai-host.md.
 */
export class HostBreaker {
  readonly #rules: BreakerRules;
  /** One entry for each site whose last conclusive call failed. */
  readonly #sites = new Map<bigint, Streak>();
  readonly #probing = new Set<bigint>();
  #all = newStreak();
  /** Sites with failures in the streak of all; while it is open, sites with failed probes. */
  readonly #failing = new Set<bigint>();

  constructor(rules: Partial<BreakerRules> = {}) {
    this.#rules = { ...RULES, ...rules };
  }

  /** Whether a call of this site would be refused now. */
  isRefusing(siteId: bigint): boolean {
    if (!this.#isProbe(siteId)) return false;
    const restsUntilMs = Math.max(this.#all.restsUntilMs, this.#sites.get(siteId)?.restsUntilMs ?? 0);
    return this.#probing.has(siteId) || this.#rules.monotonicMs() < restsUntilMs;
  }

  /**
   * Runs `work`, or returns null without starting it while the breaker is open.
   * @param judge Decides what an error says about the host; a result counts as answered.
   */
  async run<Result>(
    siteId: bigint,
    work: () => Promise<Result>,
    judge: (error: unknown) => HostVerdict,
  ): Promise<{ readonly result: Result } | null> {
    if (this.isRefusing(siteId)) return null;
    const isProbe = this.#isProbe(siteId);
    if (isProbe) this.#probing.add(siteId);
    try {
      const result = await work();
      this.#succeed(siteId);
      return { result };
    } catch (error) {
      if (judge(error) === 'failed') this.#fail(siteId, isProbe);
      else if (judge(error) === 'answered') this.#succeed(siteId);
      throw error;
    } finally {
      if (isProbe) this.#probing.delete(siteId);
    }
  }

  /** Whether a call would be a probe: the breaker is open, for its site or for all. */
  #isProbe(siteId: bigint): boolean {
    return this.#all.isOpen || this.#sites.get(siteId)?.isOpen === true;
  }

  #succeed(siteId: bigint): void {
    this.#sites.delete(siteId);
    this.#all = newStreak();
    this.#failing.clear();
  }

  #fail(siteId: bigint, isProbe: boolean): void {
    const own = this.#sites.get(siteId) ?? newStreak();
    this.#sites.set(siteId, own);
    own.failures += 1;
    // A call from before that fails only now does not prolong the open period.
    if (isProbe || (!own.isOpen && own.failures >= this.#rules.failures)) this.#open(own);
    this.#all.failures += 1;
    if (this.#all.isOpen && !isProbe) return;
    this.#failing.add(siteId);
    if (this.#all.failures < this.#rules.failures || this.#failing.size < MIN_FAILING_SITES) return;
    this.#open(this.#all);
    this.#failing.clear();
  }

  #open(streak: Streak): void {
    streak.isOpen = true;
    streak.restsUntilMs = this.#rules.monotonicMs() + this.#rules.restMs;
  }
}
