import { codePoints } from './scalars.ts';

/** The maximum length of an answer in tokens. Always sent, since the reservation depends on it. */
export const MAX_ANSWER_TOKENS = 1024;

/** At least as many as the service itself writes around a transcript and a wanted tone. */
const PROMPT_CHARACTERS = 700;

interface Price {
  /** USD per million tokens. */
  readonly input_usd: number;
  readonly output_usd: number;
}

/** A generous upper estimate: one token per two characters. See docs/api.md, "Copilot". */
export function estimateTokens(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + codePoints(text), 0) / 2);
}

/** The most that a call of the copilot reserves, of either mode; in USD null without a price. */
export function estimateCopilotCall({
  transcript,
  toneHint,
  price,
}: {
  readonly transcript: string;
  readonly toneHint: string;
  readonly price: Price | null;
}): { readonly tokens: number; readonly usd: number | null } {
  const inputTokens = estimateTokens([transcript, toneHint]) + PROMPT_CHARACTERS / 2;
  const usd = price && (inputTokens * price.input_usd + MAX_ANSWER_TOKENS * price.output_usd) / 1e6;
  return { tokens: inputTokens + MAX_ANSWER_TOKENS, usd };
}
