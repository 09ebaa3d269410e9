import { channelWord, priorityWord, requesterOf, statusWord, tagsOf } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import { messages } from '#src/tickets/messages.ts';
import { PropertyRow } from './property-row.tsx';

/** The properties on paper: in words, and only those that have a value. */
export function PrintedFacts({ ticket, zone }: { readonly ticket: TicketDetail; readonly zone: string }) {
  const words = messages.properties;
  const at = (iso: string | null | undefined) => (iso ? formatInstant(iso, zone) : null);
  const facts: readonly (readonly [string, string | null])[] = [
    [words.status, statusWord(ticket.status)],
    [words.priority, priorityWord(ticket.priority)],
    [words.assignee, ticket.assignee_name ?? ticket.assignee_agent_id ?? null],
    [words.channel, channelWord(ticket.channel)],
    [words.tags, tagsOf(ticket.tags).join(', ') || null],
    [words.skills, ticket.required_skills?.join(', ') || null],
    [words.requester, requesterOf(ticket)],
    [words.email, ticket.requester_email],
    [words.phone, ticket.requester_phone],
    [words.created, at(ticket.created_utc)],
    [words.firstReply, at(ticket.first_response_utc)],
    [words.resolved, at(ticket.resolved_utc)],
    [words.snoozed, at(ticket.snoozed_until_utc)],
  ];
  return (
    <dl className="hidden grid-cols-[84px_minmax(0,1fr)] gap-y-0.5 px-5 py-2 print:grid">
      {facts.map(([label, value]) =>
        value === null ? null : (
          <PropertyRow key={label} label={label}>
            <span dir="auto">{value}</span>
          </PropertyRow>
        ),
      )}
    </dl>
  );
}
