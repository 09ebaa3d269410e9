import * as z from 'zod/mini';
import { parseJson } from '#contract/json.ts';
import type { Completion } from '#server/operation/ai-provider.ts';
import { ProviderFailure } from './provider-failure.ts';

const tokens = z.int().check(z.gte(0), z.lte(1_000_000_000));

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).check(z.minLength(1)),
  usage: z.optional(z.nullable(z.object({ prompt_tokens: tokens, completion_tokens: tokens }))),
});

/** Parses a reply of `chat/completions`. @throws ProviderFailure unreadable */
export function readCompletion(body: Uint8Array): Completion {
  const parsed = z.safeParse(completion, parseBody(body));
  const text = cleanText(parsed.data?.choices[0]?.message.content ?? '');
  if (!parsed.success || text === '') throw new ProviderFailure('unreadable');
  const { usage } = parsed.data;
  return { text, inputTokens: usage?.prompt_tokens ?? null, outputTokens: usage?.completion_tokens ?? null };
}

function parseBody(body: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new ProviderFailure('unreadable');
  }
}

/** Normalizes line ends and removes control characters and everything that PostgreSQL cannot store. */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\p{Cc}]/gu, (character) => (character === '\n' || character === '\t' ? character : ''))
    .trim();
}
