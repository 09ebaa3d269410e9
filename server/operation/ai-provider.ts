import type { Secret } from '#server/secrets/secret.ts';

export interface Prompt {
  readonly model: string;
  readonly messages: readonly { readonly role: 'system' | 'user'; readonly content: string }[];
  readonly maxTokens: number;
}

export interface Completion {
  readonly text: string;
  /** As reported by the provider; null if it did not. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** The operator's AI provider. Its calls reject with a `ProviderFailure` of server/ai. */
export interface AiProvider {
  /** Makes one call with the caller's key. */
  complete(siteId: bigint, key: Secret, prompt: Prompt): Promise<Completion>;
}
