import type { Transcript } from '#contract/conversations.ts';
import { formatInstant } from '#src/format/time.ts';
import { wordOf } from '#src/format/ticket-words.ts';
import { transcriptLines } from './lines.ts';
import { messages } from './messages.ts';

/** The conversation as plain text: to copy, and as a file. @param zone of its times */
export function transcriptText({ messages: said, handoffs }: Transcript, zone: string): string {
  const parts = transcriptLines(said, handoffs).map((line) => {
    const at = formatInstant(line.utc, zone, 0);
    if (line.kind === 'handoff') return `${at}, ${messages.handoff}\n${messages.reason(line.handoff.reason)}\n`;
    const { role, author_name: author, text } = line.message;
    return `${[at, wordOf(messages.role, role), ...(author === null ? [] : [author])].join(', ')}\n${text}\n`;
  });
  return parts.join('\n');
}
