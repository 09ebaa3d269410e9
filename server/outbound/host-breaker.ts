/** The outcome of a call, as far as it concerns the host. */
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

/** Failures of a single site do not count for all: it may ask what no host can answer. */
const SITES_FOR_ALL = 2;

/** Failures in a row, of one site or of all. */
interface Run {
  failures: number;
  isOpen: boolean;
  restsUntilMs: number;
}

const newRun = (): Run => ({ failures: 0, isOpen: false, restsUntilMs: 0 });

/**
 * Leaves a host alone that keeps failing: after some failures in a row every call is refused at once, for a rest; then
 * one call of each site is let through as a probe, and its end decides. Failures of one site close the way to that site
 * alone; it takes those of two to close it to all. It knows one host, in this process alone. See
 * docs/decisions/0012-breaker-for-the-ai-host.md.
 */
export class HostBreaker {
  readonly #rules: BreakerRules;
  /** Of each site whose last call that told anything failed. */
  readonly #sites = new Map<bigint, Run>();
  readonly #probing = new Set<bigint>();
  #all = newRun();
  /** Whose calls failed in the run of all; while it is open, whose probes did. */
  readonly #failing = new Set<bigint>();

  constructor(rules: Partial<BreakerRules> = {}) {
    this.#rules = { ...RULES, ...rules };
  }

  /** Whether a call of this site that came now would be refused. */
  isRefusing(siteId: bigint): boolean {
    if (!this.#isProbe(siteId)) return false;
    const restsUntilMs = Math.max(this.#all.restsUntilMs, this.#sites.get(siteId)?.restsUntilMs ?? 0);
    return this.#probing.has(siteId) || this.#rules.monotonicMs() < restsUntilMs;
  }

  /**
   * Does `work`, unless the host is left alone: then null, and `work` is not begun.
   * @param judge What an error says of the host; a result says that it answers.
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

  /** Whether a call would be one: the way is closed, to its site or to all. */
  #isProbe(siteId: bigint): boolean {
    return this.#all.isOpen || this.#sites.get(siteId)?.isOpen === true;
  }

  #succeed(siteId: bigint): void {
    this.#sites.delete(siteId);
    this.#all = newRun();
    this.#failing.clear();
  }

  #fail(siteId: bigint, isProbe: boolean): void {
    const own = this.#sites.get(siteId) ?? newRun();
    this.#sites.set(siteId, own);
    own.failures += 1;
    // A call of before that fails only now does not prolong a rest.
    if (isProbe || (!own.isOpen && own.failures >= this.#rules.failures)) this.#open(own);
    this.#all.failures += 1;
    if (this.#all.isOpen && !isProbe) return;
    this.#failing.add(siteId);
    if (this.#all.failures < this.#rules.failures || this.#failing.size < SITES_FOR_ALL) return;
    this.#open(this.#all);
    this.#failing.clear();
  }

  #open(run: Run): void {
    run.isOpen = true;
    run.restsUntilMs = this.#rules.monotonicMs() + this.#rules.restMs;
  }
}
