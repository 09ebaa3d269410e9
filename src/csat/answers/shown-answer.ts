import type { CsatAnswer } from '#contract/csat-reports.ts';
import type { ShownAnswer } from '#src/csat/answer-line.tsx';
import { messages } from '#src/csat/messages.ts';

/** An answer as every list shows it. */
export function shownAnswer(answer: CsatAnswer): ShownAnswer {
  const { score, comment, requester_name: name, channel, created_utc: createdUtc } = answer;
  const ticket = { id: answer.ticket_id, label: messages.ticket(String(answer.ticket_number)) };
  return { score, comment, name, ticket, channel, createdUtc };
}
