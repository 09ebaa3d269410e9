import { useWriteAccess } from '#src/api/write-access.ts';
import { statusWord } from '#src/format/ticket-words.ts';
import { copyText } from '#src/browser/copy-text.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { StatusGlyph } from '#src/ui/icons/status-glyph.tsx';
import { showApiCalls, useHasApiCalls } from '#src/ui/show-api-calls.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { getTicket } from '#contract/tickets.ts';
import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { messages } from './messages.ts';
import { copyLink, isDone, issueLink, setStatus } from './ticket-verbs.ts';

interface TicketMenuProps {
  readonly ticket: TicketDetail;
  readonly disabledReason: string | undefined;
  /** It waits or is closed: given where there is a next ticket to go on to. */
  readonly onDone: (() => void) | undefined;
  /** Absent where the service has no snooze. */
  readonly onSnooze: (() => void) | undefined;
}

/** What is done to a ticket less often than resolving it. */
export function TicketMenu({ ticket, disabledReason, onDone, onSnooze }: TicketMenuProps) {
  const { verbs } = messages;
  const status = (to: TicketStatus, label: string, kbd: string): readonly MenuItem[] =>
    ticket.status === to
      ? []
      : [
          {
            key: to,
            label,
            kbd,
            disabledReason,
            glyph: <Glyph status={to} />,
            onSelect: () => {
              setStatus(ticket, to, disabledReason);
              if (to !== 'open') onDone?.();
            },
          },
        ];
  const hasCalls = useHasApiCalls();
  const { reason: linkReason } = useWriteAccess('portal_tokens:write');
  const items: readonly MenuItem[] = [
    ...status('pending', verbs.pending, 'p'),
    ...(isDone(ticket) ? [] : status('open', verbs.open, 'o')),
    ...status('closed', verbs.close, 'shift+e'),
    ...(onSnooze === undefined
      ? []
      : [{ key: 'snooze', label: verbs.snooze, icon: 'clock' as const, kbd: 'z', disabledReason, onSelect: onSnooze }]),
    { key: 'link', label: messages.copyLink, icon: 'copy', kbd: 'l', onSelect: () => void copyLink(ticket) },
    {
      key: 'number',
      label: messages.copyNumber,
      icon: 'copy',
      onSelect: () =>
        void copyText(messages.number(String(ticket.ticket_number))).then((done) => done && announce(messages.copied)),
    },
    ...(ticket.requester_email === null
      ? []
      : [
          {
            key: 'portal-link',
            label: verbs.portalLink,
            icon: 'key' as const,
            disabledReason: linkReason,
            onSelect: () => issueLink(ticket),
          },
        ]),
    // The menu is gone before the page is printed.
    {
      key: 'print',
      label: verbs.print,
      icon: 'table',
      kbd: 'mod+p',
      onSelect: () => requestAnimationFrame(() => print()),
    },
    ...(hasCalls
      ? [
          {
            key: 'calls',
            label: verbs.apiCalls,
            icon: 'info' as const,
            onSelect: () => showApiCalls(getTicket.resource),
          },
        ]
      : []),
  ];
  return (
    <Menu
      label={messages.more}
      align="end"
      items={items}
      trigger={(props) => <IconButton {...props} icon="more" label={messages.more} />}
    />
  );
}

/** The word stands beside it. */
function Glyph({ status }: { readonly status: TicketStatus }) {
  return (
    <span aria-hidden="true" className="inline-flex flex-none">
      <StatusGlyph status={status} label={statusWord(status)} />
    </span>
  );
}
