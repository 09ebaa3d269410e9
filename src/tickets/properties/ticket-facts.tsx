import { memo, type ReactNode } from 'react';
import type { TicketDetail } from '#contract/tickets.ts';
import { formatMoment, formatAge, formatInstant } from '#src/format/time.ts';
import { firstReply } from '#src/format/first-reply.ts';
import { channelWord, priorityWord, requesterOf, statusWord, tagsOf } from '#src/format/ticket-words.ts';
import { useNow } from '#src/format/use-now.ts';
import { messages } from '#src/tickets/messages.ts';

export const LIST = 'grid grid-cols-[92px_minmax(0,1fr)] gap-y-0.5';

/** A label of 92 px and its value, within a `dl` of two columns. */
export function PropertyRow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-12 leading-7 text-ink-3">{label}</dt>
      <dd className="relative flex min-h-7 min-w-0 items-center gap-1.5 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

export function Quiet({ children }: { readonly children: string }) {
  return <span className="text-ink-3">{children}</span>;
}

const TONES = { quiet: '', near: 'text-warn-text', late: 'text-danger-text' } as const;

interface TicketTimesProps {
  readonly ticket: TicketDetail;
  readonly thresholdMs: number | null;
  readonly zone: string;
}

export function TicketTimes({ ticket, thresholdMs, zone }: TicketTimesProps) {
  const words = messages.properties;
  return (
    <dl className={LIST}>
      <PropertyRow label={words.firstReply}>
        <ReplyFact ticket={ticket} thresholdMs={thresholdMs} zone={zone} />
      </PropertyRow>
      <PropertyRow label={words.created}>
        <Instant iso={ticket.created_utc} zone={zone} />
      </PropertyRow>
      {ticket.updated_utc === undefined ? null : (
        <PropertyRow label={words.updated}>
          <Instant iso={ticket.updated_utc} zone={zone} />
        </PropertyRow>
      )}
      <PropertyRow label={words.resolved}>
        {ticket.resolved_utc === null ? (
          <Quiet>{words.notYet}</Quiet>
        ) : (
          <Instant iso={ticket.resolved_utc} zone={zone} />
        )}
      </PropertyRow>
    </dl>
  );
}

/** Day and time on one line; the title has the zone and the age. */
export function Instant({ iso, zone }: { readonly iso: string; readonly zone: string }) {
  const nowMs = useNow();
  const ageMs = nowMs - Date.parse(iso);
  const whole = formatInstant(iso, zone);
  const title = ageMs > 0 ? messages.properties.instantAgo(whole, formatAge(ageMs)) : whole;
  return (
    <time dateTime={iso} title={title} className="whitespace-nowrap tabular-nums">
      {formatMoment(iso, zone, nowMs)}
    </time>
  );
}

function ReplyFact({ ticket, thresholdMs, zone }: TicketTimesProps) {
  const words = messages.properties;
  const { state, ms, tone } = firstReply(ticket, useNow(), thresholdMs);
  if (state === 'ended') return <Quiet>{words.noneGiven}</Quiet>;
  if (ticket.first_response_utc === null)
    return <span className={`tabular-nums ${TONES[tone]}`}>{words.noneFor(formatAge(ms))}</span>;
  return (
    <time
      dateTime={ticket.first_response_utc}
      title={formatInstant(ticket.first_response_utc, zone)}
      className="tabular-nums"
    >
      {words.after(formatAge(ms))}
    </time>
  );
}

/** The properties for printing: only those with a value. */
export const PrintedFacts = memo(function PrintedFacts(props: {
  readonly ticket: TicketDetail;
  readonly zone: string;
}) {
  const { ticket, zone } = props;
  const words = messages.properties;
  const at = (iso: string | null | undefined) => (iso ? formatInstant(iso, zone, 0) : null);
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
});
