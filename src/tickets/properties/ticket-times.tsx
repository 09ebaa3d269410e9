import { formatAge } from '#src/format/age.ts';
import { firstReply } from '#src/format/first-reply.ts';
import { formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import { messages } from '#src/tickets/messages.ts';
import { LIST, PropertyRow, Quiet } from './property-row.tsx';

const TONES = { quiet: '', near: 'text-warn-text', late: 'text-danger-text' } as const;

interface TicketTimesProps {
  readonly ticket: TicketDetail;
  readonly thresholdMs: number | null;
  readonly zone: string;
}

/** When what happened to a ticket, in whole instants. */
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

/** The whole instant with its zone; how long ago, in its title. */
export function Instant({ iso, zone }: { readonly iso: string; readonly zone: string }) {
  const ageMs = useNow() - Date.parse(iso);
  const title = ageMs > 0 ? messages.properties.ago(formatAge(ageMs)) : undefined;
  return (
    <time dateTime={iso} title={title} className="tabular-nums">
      {/* Breaks between date and time alone. */}
      {formatInstant(iso, zone).replace(/(?<!,) /g, '\u00a0')}
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
