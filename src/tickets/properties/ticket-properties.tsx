import { memo, type ReactNode } from 'react';
import type { TicketDetail } from '#contract/tickets.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { channelWord, priorityWord, statusWord, tagsOf, requesterOf } from '#src/format/ticket-words.ts';
import { LEFT_OUT } from '#src/i18n/left-out.ts';
import { TicketTag } from '#src/ticket-edit/ticket-tag.tsx';
import type { PickerField } from '#src/ticket-edit/pickers/picker-choices.tsx';
import { messages } from '#src/tickets/messages.ts';
import { useFieldPicker } from '#src/tickets/ticket-verbs.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { PriorityGlyph, StatusGlyph } from '#src/ui/icons/ticket-glyphs.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';
import { SafeLink } from '#src/ui/safe-link.tsx';
import { Tag } from '#src/ui/chip.tsx';
import { CustomerPanel } from './customer-panel.tsx';
import { Instant, TicketTimes, LIST, PropertyRow, Quiet } from './ticket-facts.tsx';

function Requester({ ticket }: { readonly ticket: TicketDetail }) {
  const words = messages.properties;
  const name = requesterOf(ticket);
  return (
    <section aria-label={words.requester}>
      <h2 className="text-12 font-medium leading-6">{words.requester}</h2>
      {name === null ? (
        <p className="text-ink-3">{words.noRequester}</p>
      ) : (
        <div className="flex min-h-9 min-w-0 items-center gap-2">
          <Avatar name={name} size="md" />
          <span dir="auto" className="min-w-0 font-medium [overflow-wrap:anywhere]">
            {name}
          </span>
        </div>
      )}
      <dl className={LIST}>
        {ticket.requester_email === null ? null : (
          <PropertyRow label={words.email}>
            <SafeLink href={`mailto:${encodeURIComponent(ticket.requester_email).replace('%40', '@')}`}>
              <span dir="auto">
                <AddressText text={ticket.requester_email} />
              </span>
            </SafeLink>
            <Copy text={ticket.requester_email} label={words.copyEmail} />
          </PropertyRow>
        )}
        {ticket.requester_phone === null ? null : (
          <PropertyRow label={words.phone}>
            <SafeLink href={`tel:${ticket.requester_phone.replace(/[^+0-9]/g, '')}`}>{ticket.requester_phone}</SafeLink>
            <Copy text={ticket.requester_phone} label={words.copyPhone} />
          </PropertyRow>
        )}
      </dl>
    </section>
  );
}

/** Visible while the row is hovered or focused; always on touch. */
function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <span className="absolute end-0 top-0.5 rounded-control bg-surface opacity-0 in-[dd:hover]:opacity-100 focus-within:opacity-100 pointer-coarse:static pointer-coarse:opacity-100 print:hidden">
      <CopyButton text={text} label={label} />
    </span>
  );
}

interface PropertyButtonProps {
  readonly field: PickerField;
  readonly label: string;
  readonly kbd: string;
  readonly isOpen: boolean;
  readonly disabledReason: string | undefined;
  readonly onOpen: (anchor: HTMLElement) => void;
  readonly children: ReactNode;
}

/** The value of a property as a button that opens the picker. */
function PropertyButton(props: PropertyButtonProps) {
  const { field, label, kbd, isOpen, disabledReason, onOpen, children } = props;
  const off = disabledReason !== undefined;
  return (
    <Tooltip text={disabledReason}>
      <button
        type="button"
        data-field={field}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-disabled={off || undefined}
        className={`group hit relative -ms-1.5 flex min-h-7 min-w-0 flex-1 items-center gap-1.5 rounded-control border border-transparent px-1.5 text-start [overflow-wrap:anywhere] ${
          off ? 'cursor-not-allowed' : 'hover:bg-hover'
        } ${isOpen ? 'bg-active' : ''}`}
        onClick={(event) => {
          if (!off) onOpen(event.currentTarget);
        }}
      >
        {/* Before the value, so that the accessible name is "Status: Open". */}
        <span className="sr-only">{messages.properties.named(label)} </span>
        {children}
        {off ? (
          <span className="sr-only">. {disabledReason}</span>
        ) : (
          <span className="ms-auto opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100">
            <Kbd keys={kbd} />
          </span>
        )}
      </button>
    </Tooltip>
  );
}

interface TicketPropertiesProps {
  readonly ticket: TicketDetail;
  /** The server's copy. */
  readonly stored: TicketDetail;
  readonly thresholdMs: number | null;
  /** Only the row of the list is loaded. */
  readonly isPreview: boolean;
}

/** The facts of a ticket; those that can be changed are buttons. */
export const TicketProperties = memo(function TicketProperties(props: TicketPropertiesProps) {
  const { ticket, stored, thresholdMs, isPreview } = props;
  const zone = useDisplayZone();
  const words = messages.properties;
  const tags = tagsOf(ticket.tags);
  const assignee = ticket.assignee_name ?? ticket.assignee_agent_id;
  const snoozed = ticket.snoozed_until_utc ?? null;
  const whoami = useWhoami();
  const { reason: disabledReason } = useWriteAccess('tickets:write');
  const { pick, field, picker } = useFieldPicker(stored);
  /** A row whose value opens the picker, if it can be changed. */
  const editable = (name: PickerField, label: string, kbd: string, value: ReactNode, can = true) => (
    <PropertyRow label={label}>
      {can && disabledReason !== LEFT_OUT ? (
        <PropertyButton
          field={name}
          label={label}
          kbd={kbd}
          isOpen={field === name}
          disabledReason={disabledReason}
          onOpen={(anchor) => pick(name, anchor)}
        >
          {value}
        </PropertyButton>
      ) : (
        value
      )}
    </PropertyRow>
  );
  return (
    <>
      <dl className={LIST}>
        {editable(
          'status',
          words.status,
          'e',
          <Glyphed text={statusWord(ticket.status)}>
            <StatusGlyph status={ticket.status} label={statusWord(ticket.status)} />
          </Glyphed>,
        )}
        {editable(
          'priority',
          words.priority,
          'shift+p',
          <Glyphed text={priorityWord(ticket.priority)}>
            <PriorityGlyph priority={ticket.priority} label={priorityWord(ticket.priority)} />
          </Glyphed>,
        )}
        {isWholeService(whoami) ? editable('assignee', words.assignee, 'a', <Assignee name={assignee} />) : null}
        <PropertyRow label={words.channel}>
          <Glyphed text={channelWord(ticket.channel)}>
            <ChannelIcon channel={ticket.channel} label={channelWord(ticket.channel)} />
          </Glyphed>
        </PropertyRow>
        {editable('tags', words.tags, 't', <Tags names={tags} />, isWholeService(whoami))}
        {isWholeService(whoami)
          ? editable(
              'snooze',
              words.snoozed,
              'z',
              snoozed === null ? <Quiet>{words.notSnoozed}</Quiet> : <Instant iso={snoozed} zone={zone} />,
            )
          : null}
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
});

/** Decorative: the word is beside it. */
function Glyphed({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <>
      <span aria-hidden="true" className="inline-flex flex-none">
        {children}
      </span>
      <span dir="auto">{text}</span>
    </>
  );
}

/** @param name undefined if it is not loaded */
function Assignee({ name }: { readonly name: string | null | undefined }) {
  if (name === undefined) return null;
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
