const WORDS = {
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

/** Why a call got no completion, in words of ours: what a provider writes may hold the key, so it never gets here. */
export class ProviderFailure extends Error {
  readonly reason: keyof typeof WORDS;
  readonly #status: number | undefined;

  constructor(reason: keyof typeof WORDS, status?: number) {
    super(status === undefined ? WORDS[reason] : `${WORDS[reason]} (status ${status})`);
    this.name = 'ProviderFailure';
    this.reason = reason;
    this.#status = status;
  }

  /**
   * Whether the host itself is in trouble. What one caller's key, model or prompt may bring about says nothing of it:
   * else a caller with a wrong key could close the copilot to all sites.
   */
  get isOfHost(): boolean {
    if (this.reason === 'refused') return (this.#status ?? 0) >= 500;
    return this.reason === 'unreachable' || this.reason === 'timeout' || this.reason === 'broken';
  }
}
