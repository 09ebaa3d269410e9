import type { ReactNode } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { channelWord, priorityWord, statusWord, tagsOf } from '#src/format/ticket-words.ts';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { PriorityGlyph } from '#src/ui/icons/priority-glyph.tsx';
import { StatusGlyph } from '#src/ui/icons/status-glyph.tsx';
import { TicketTag } from '#src/ticket-edit/tags/ticket-tag.tsx';
import { Tag } from '#src/ui/tag.tsx';
import type { TicketDetail } from '#contract/tickets.ts';
import { messages } from '#src/tickets/messages.ts';
import { CustomerPanel } from './customer-panel.tsx';
import { PropertyButton } from './property-button.tsx';
import { LIST, PropertyRow, Quiet } from './property-row.tsx';
import { Requester } from './requester.tsx';
import { Instant, TicketTimes } from './ticket-times.tsx';
import { useFieldPicker } from '#src/tickets/use-field-picker.tsx';

interface TicketPropertiesProps {
  /** As it will be when the change under way is through. */
  readonly ticket: TicketDetail;
  /** As the service has it. */
  readonly stored: TicketDetail;
  readonly thresholdMs: number | null;
  /** The list's row stands in: fields that only the ticket itself has are still on their way. */
  readonly isPreview: boolean;
}

/** The facts of a ticket, those that can be changed as buttons. What the service does not send is said to be so. */
export function TicketProperties({ ticket, stored, thresholdMs, isPreview }: TicketPropertiesProps) {
  const zone = useDisplayZone();
  const words = messages.properties;
  const tags = tagsOf(ticket.tags);
  const assignee = ticket.assignee_name ?? ticket.assignee_agent_id;
  const snoozed = ticket.snoozed_until_utc ?? null;
  const whoami = useWhoami();
  const can = { tags: hasExtension(whoami, 'ticket_comments'), snooze: hasExtension(whoami, 'agents') };
  const { reason: disabledReason } = useWriteAccess('tickets:write');
  const { pick, field, picker } = useFieldPicker(stored);
  const editing = (name: PickerField, label: string, kbd: string) => ({
    field: name,
    label,
    kbd,
    isOpen: field === name,
    disabledReason,
    onOpen: (anchor: HTMLElement) => pick(name, anchor),
  });
  return (
    <>
      <dl className={LIST}>
        <PropertyRow label={words.status}>
          <PropertyButton {...editing('status', words.status, 'e')}>
            <Glyph>
              <StatusGlyph status={ticket.status} label={statusWord(ticket.status)} />
            </Glyph>
            <span dir="auto">{statusWord(ticket.status)}</span>
          </PropertyButton>
        </PropertyRow>
        <PropertyRow label={words.priority}>
          <PropertyButton {...editing('priority', words.priority, 'shift+p')}>
            <Glyph>
              <PriorityGlyph priority={ticket.priority} label={priorityWord(ticket.priority)} />
            </Glyph>
            <span dir="auto">{priorityWord(ticket.priority)}</span>
          </PropertyButton>
        </PropertyRow>
        <PropertyRow label={words.assignee}>
          <PropertyButton {...editing('assignee', words.assignee, 'a')}>
            <Assignee name={assignee} isPreview={isPreview} />
          </PropertyButton>
        </PropertyRow>
        <PropertyRow label={words.channel}>
          <Glyph>
            <ChannelIcon channel={ticket.channel} label={channelWord(ticket.channel)} />
          </Glyph>
          <span dir="auto">{channelWord(ticket.channel)}</span>
        </PropertyRow>
        <PropertyRow label={words.tags}>
          {can.tags ? (
            <PropertyButton {...editing('tags', words.tags, 't')}>
              <Tags names={tags} />
            </PropertyButton>
          ) : (
            <Tags names={tags} />
          )}
        </PropertyRow>
        {can.snooze ? (
          <PropertyRow label={words.snoozed}>
            <PropertyButton {...editing('snooze', words.snoozed, 'z')}>
              {snoozed === null ? <Quiet>{words.notSnoozed}</Quiet> : <Instant iso={snoozed} zone={zone} />}
            </PropertyButton>
          </PropertyRow>
        ) : null}
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
      <TicketTimes ticket={ticket} thresholdMs={thresholdMs} zone={zone} />
      <hr className="-mx-4 my-2.5 border-line" />
      <Requester ticket={ticket} />
      {isPreview ? null : <CustomerPanel ticket={stored} />}
      {picker}
    </>
  );
}

/** The word stands beside it. */
function Glyph({ children }: { readonly children: ReactNode }) {
  return (
    <span aria-hidden="true" className="inline-flex flex-none">
      {children}
    </span>
  );
}

/** @param name undefined where the service does not answer it */
function Assignee({ name, isPreview }: { readonly name: string | null | undefined; readonly isPreview: boolean }) {
  if (name === undefined) return isPreview ? null : <Quiet>{messages.notProvided.short}</Quiet>;
  if (name === null) return <Quiet>{messages.properties.nobody}</Quiet>;
  return (
    <>
      <Avatar name={name} />
      <span dir="auto">{name}</span>
    </>
  );
}

function Tags({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <Quiet>{messages.properties.none}</Quiet>;
  return (
    <span className="flex min-w-0 flex-wrap gap-1.5 py-1">
      {names.map((name) => (
        <TicketTag key={name}>{name}</TicketTag>
      ))}
    </span>
  );
}
