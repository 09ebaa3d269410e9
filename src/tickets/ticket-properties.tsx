import type { ReactNode } from 'react';
import { useDisplayZone } from '#src/api/display-zone.ts';
import { formatAge } from '#src/format/age.ts';
import { firstReply } from '#src/format/first-reply.ts';
import { channelWord, priorityWord, statusWord, tagsOf } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { Avatar } from '#src/ui/avatar.tsx';
import { ChannelIcon } from '#src/ui/channel-icon.tsx';
import { PriorityGlyph } from '#src/ui/priority-glyph.tsx';
import { StatusGlyph } from '#src/ui/status-glyph.tsx';
import { Tag } from '#src/ui/tag.tsx';
import type { TicketDetail } from '#contract/tickets.ts';
import { messages } from './messages.ts';
import { PropertyRow } from './property-row.tsx';
import { Requester } from './requester.tsx';

const TONES = { quiet: '', near: 'text-warn-text', late: 'text-danger-text' } as const;

interface TicketPropertiesProps {
  readonly ticket: TicketDetail;
  readonly thresholdMs: number | null;
  /** The list's row stands in: fields that only the ticket itself has are still on their way. */
  readonly isPreview: boolean;
}

/** The facts of a ticket. What the service does not send is said to be so. */
export function TicketProperties({ ticket, thresholdMs, isPreview }: TicketPropertiesProps) {
  const zone = useDisplayZone();
  const words = messages.properties;
  const tags = tagsOf(ticket.tags);
  return (
    <>
      <dl className={LIST}>
        <PropertyRow label={words.status}>
          <Glyph>
            <StatusGlyph status={ticket.status} label={statusWord(ticket.status)} />
          </Glyph>
          {statusWord(ticket.status)}
        </PropertyRow>
        <PropertyRow label={words.priority}>
          <Glyph>
            <PriorityGlyph priority={ticket.priority} label={priorityWord(ticket.priority)} />
          </Glyph>
          {priorityWord(ticket.priority)}
        </PropertyRow>
        <PropertyRow label={words.assignee}>
          <Assignee ticket={ticket} isPreview={isPreview} />
        </PropertyRow>
        <PropertyRow label={words.channel}>
          <Glyph>
            <ChannelIcon channel={ticket.channel} label={channelWord(ticket.channel)} />
          </Glyph>
          <span dir="auto">{channelWord(ticket.channel)}</span>
        </PropertyRow>
        <PropertyRow label={words.tags}>
          {tags.length === 0 ? <Quiet>{words.none}</Quiet> : null}
          <span className="flex min-w-0 flex-wrap gap-1.5 py-1">
            {tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </span>
        </PropertyRow>
        {ticket.required_skills === undefined || ticket.required_skills.length === 0 ? null : (
          <PropertyRow label={words.skills}>
            <span className="flex min-w-0 flex-wrap gap-1.5 py-1">
              {ticket.required_skills.map((skill) => (
                <Tag key={skill}>{skill}</Tag>
              ))}
            </span>
          </PropertyRow>
        )}
      </dl>
      <hr className="-mx-4 my-2.5 border-line" />
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
        {ticket.snoozed_until_utc ? (
          <PropertyRow label={words.snoozed}>
            <Instant iso={ticket.snoozed_until_utc} zone={zone} />
          </PropertyRow>
        ) : null}
      </dl>
      <hr className="-mx-4 my-2.5 border-line" />
      <Requester ticket={ticket} />
    </>
  );
}

const LIST = 'grid grid-cols-[84px_minmax(0,1fr)] gap-y-0.5';

/** The word stands beside it. */
function Glyph({ children }: { readonly children: ReactNode }) {
  return (
    <span aria-hidden="true" className="inline-flex flex-none">
      {children}
    </span>
  );
}

function Quiet({ children }: { readonly children: string }) {
  return <span className="text-ink-3">{children}</span>;
}

/** The whole instant with its zone; how long ago, in its title. */
function Instant({ iso, zone }: { readonly iso: string; readonly zone: string }) {
  const ageMs = useNow() - Date.parse(iso);
  const title = ageMs > 0 ? messages.properties.ago(formatAge(ageMs)) : undefined;
  return (
    <time dateTime={iso} title={title} className="tabular-nums">
      {/* Breaks between date and time alone. */}
      {formatInstant(iso, zone).replace(/(?<!,) /g, '\u00a0')}
    </time>
  );
}

function Assignee({ ticket, isPreview }: { readonly ticket: TicketDetail; readonly isPreview: boolean }) {
  const name = ticket.assignee_name ?? ticket.assignee_agent_id;
  if (name === undefined) return isPreview ? null : <Quiet>{messages.notProvided.short}</Quiet>;
  if (name === null) return <Quiet>{messages.properties.nobody}</Quiet>;
  return (
    <>
      <Avatar name={name} />
      <span dir="auto">{name}</span>
    </>
  );
}

interface ReplyFactProps extends Pick<TicketPropertiesProps, 'ticket' | 'thresholdMs'> {
  readonly zone: string;
}

function ReplyFact({ ticket, thresholdMs, zone }: ReplyFactProps) {
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
