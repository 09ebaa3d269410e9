import type { Handoff, Message } from '#contract/conversations.ts';

/** What is read from top to bottom: messages, and the moments at which the AI gave over to people. */
export type TranscriptLine =
  | { readonly kind: 'message'; readonly utc: string; readonly message: Message }
  | { readonly kind: 'handoff'; readonly utc: string; readonly handoff: Handoff };

/** Oldest first; a message comes before the handoff of the same instant, which it led to. */
export function transcriptLines(messages: readonly Message[], handoffs: readonly Handoff[]): readonly TranscriptLine[] {
  const lines: TranscriptLine[] = [
    ...messages.map((message) => ({ kind: 'message', utc: message.created_utc, message }) as const),
    ...handoffs.map((handoff) => ({ kind: 'handoff', utc: handoff.created_utc, handoff }) as const),
  ];
  return lines.toSorted((a, b) => Date.parse(a.utc) - Date.parse(b.utc));
}
