const WORDS = {
  busy: 'Too many calls to the AI provider are under way',
  unreachable: 'The AI provider could not be reached',
  timeout: 'The AI provider did not answer in time',
  broken: 'The AI provider broke off its answer',
  redirect: 'The AI provider answered with a redirect, which is not followed',
  refused: 'The AI provider refused the call',
  too_large: 'The answer of the AI provider is too large',
  unreadable: 'The AI provider answered with something that is no completion',
} as const;

/** Why a call got no completion, in words of ours: what a provider writes may hold the key, so it never gets here. */
export class ProviderFailure extends Error {
  readonly reason: keyof typeof WORDS;

  constructor(reason: keyof typeof WORDS, status?: number) {
    super(status === undefined ? WORDS[reason] : `${WORDS[reason]} (status ${status})`);
    this.name = 'ProviderFailure';
    this.reason = reason;
  }
}
