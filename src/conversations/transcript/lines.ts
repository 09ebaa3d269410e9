import type { Handoff, Message } from '#contract/conversations.ts';

/** Read from top to bottom: messages, and the moments at which the AI handed over to people. */
export type TranscriptLine =
  | { readonly kind: 'message'; readonly key: string; readonly utc: string; readonly message: Message }
  | { readonly kind: 'handoff'; readonly key: string; readonly utc: string; readonly handoff: Handoff };

/** Oldest first; a message comes before the handoff of the same instant, which it led to. */
export function transcriptLines(messages: readonly Message[], handoffs: readonly Handoff[]): readonly TranscriptLine[] {
  const lines: TranscriptLine[] = [
    ...messages.map(
      (message) => ({ kind: 'message', key: `m${message.id}`, utc: message.created_utc, message }) as const,
    ),
    ...handoffs.map(
      (handoff) => ({ kind: 'handoff', key: `h${handoff.id}`, utc: handoff.created_utc, handoff }) as const,
    ),
  ];
  return lines.toSorted((a, b) => Date.parse(a.utc) - Date.parse(b.utc));
}

/** The text that a search looks through. */
export function textOf(line: TranscriptLine): string {
  return line.kind === 'message' ? line.message.text : line.handoff.reason;
}

/** A place where the searched text occurs. */
export interface Hit {
  /** Index of the line. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Occurrences of a text in any case; of its words where the text as a whole does not occur. */
export function findHits(lines: readonly TranscriptLine[], text: string): readonly Hit[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  const whole = hitsOf(lines, words.map(escaped).join('\\s+'));
  return whole.length > 0 || words.length === 1 ? whole : hitsOf(lines, words.map(escaped).join('|'));
}

function hitsOf(lines: readonly TranscriptLine[], source: string): readonly Hit[] {
  const pattern = new RegExp(source, 'giu');
  return lines.flatMap((line, index) =>
    [...textOf(line).matchAll(pattern)].map(({ index: start, 0: found }) => ({
      line: index,
      start,
      end: start + found.length,
    })),
  );
}
