import { formatAge } from '#src/format/age.ts';
import { firstReply } from '#src/format/first-reply.ts';
import { formatInstant } from '#src/format/time.ts';
import type { Ticket } from '#contract/tickets.ts';
import { messages } from '#src/inbox/messages.ts';

const TONES = { quiet: 'text-ink-3', near: 'text-warn-text', late: 'text-danger-text' } as const;

interface ReplyAgeProps {
  readonly ticket: Ticket;
  readonly nowMs: number;
  readonly thresholdMs: number | null;
  readonly zone: string;
}

/** "No reply 6h 04m" in the colour of its age, or "Replied in 22m"; the instant stands in its title. */
export function ReplyAge({ ticket, nowMs, thresholdMs, zone }: ReplyAgeProps) {
  const { state, ms, tone } = firstReply(ticket, nowMs, thresholdMs);
  const replied = ticket.first_response_utc;
  const title =
    replied === null
      ? messages.createdAt(formatInstant(ticket.created_utc, zone))
      : messages.repliedAt(formatInstant(replied, zone));
  const words = {
    replied: () => messages.repliedIn(formatAge(ms)),
    waiting: () => messages.noReply(formatAge(ms)),
    ended: () => messages.noReplyGiven,
  };
  return (
    <span title={title} className={`flex-none whitespace-nowrap text-12 tabular-nums ${TONES[tone]}`}>
      {words[state]()}
    </span>
  );
}
