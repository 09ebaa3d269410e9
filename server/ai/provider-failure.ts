const MESSAGES = {
  busy: 'Too many requests to the AI provider are in progress',
  resting:
    'The AI provider has failed several times in a row, so the service waits half a minute before it calls it again',
  unreachable: 'The AI provider could not be reached',
  timeout: 'The AI provider did not answer in time',
  broken: 'The AI provider broke off its answer',
  redirect: 'The AI provider answered with a redirect, which the service does not follow',
  refused: 'The AI provider refused the call',
  too_large: 'The answer of the AI provider is too large',
  unreadable: 'The AI provider answered with something that is not a completion',
} as const;

/** A failed call, described in our own words: text from a provider may contain the key, so it is never used. */
export class ProviderFailure extends Error {
  readonly reason: keyof typeof MESSAGES;
  readonly #status: number | undefined;

  constructor(reason: keyof typeof MESSAGES, status?: number) {
    super(status === undefined ? MESSAGES[reason] : `${MESSAGES[reason]} (status ${status})`);
    this.name = 'ProviderFailure';
    this.reason = reason;
    this.#status = status;
  }

  /**
   * Whether the host itself is failing. An error that a caller's key, model or prompt can cause does not count:
   * otherwise a wrong key could open the circuit breaker for all sites.
   */
  get isHostFault(): boolean {
    if (this.reason === 'refused') return (this.#status ?? 0) >= 500;
    return this.reason === 'unreachable' || this.reason === 'timeout' || this.reason === 'broken';
  }
}
