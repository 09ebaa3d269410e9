import type { Secret } from '#server/secrets/secret.ts';

export interface Prompt {
  readonly model: string;
  readonly messages: readonly { readonly role: 'system' | 'user'; readonly content: string }[];
  readonly maxTokens: number;
}

export interface Completion {
  readonly text: string;
  /** As the provider counted; null where it did not. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** The one AI provider of the operator. Rejects with a `ProviderFailure` of server/ai. */
export interface AiProvider {
  /** One call of a site with the caller's key. */
  complete(siteId: bigint, key: Secret, prompt: Prompt): Promise<Completion>;
}
