import { useQuery } from '@tanstack/react-query';
import { useEffect, type ComponentProps } from 'react';
import { parseId } from '#src/format/id.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { StarsAndColors } from '#src/ticket-edit/marks.tsx';
import { useComposeKeys } from '#src/ticket-edit/compose-request.ts';
import { useEarlyVerbKeys } from '#src/ticket-edit/use-early-verb-keys.ts';
import { messages } from './messages.ts';
import { TicketDetail } from './ticket-detail.tsx';
import { ticketOptions } from './ticket-query.ts';

type TicketPageProps = Pick<ComponentProps<typeof TicketDetail>, 'id' | 'tab' | 'onTab' | 'onInbox'>;

/** A ticket at its own address. */
export function TicketPage({ id, tab, onTab, onInbox }: TicketPageProps) {
  const { keys } = messages;
  const parsed = parseId(id);
  const ticket = useQuery({ ...ticketOptions(parsed ?? 0n), enabled: parsed !== null }).data;
  const title = ticket === undefined ? messages.one : messages.pageTitle(String(ticket.ticket_number), ticket.subject);
  useEffect(() => {
    document.title = messages.documentTitle(title);
  }, [title]);
  useComposeKeys(() => parsed?.toString());
  useEarlyVerbKeys(ticket !== undefined, 'ticket');
  useShortcut('escape', onInbox, { label: keys.back, group: keys.group });
  return (
    <StarsAndColors>
      <section aria-label={messages.one} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
        <TicketDetail id={id} tab={tab} onTab={onTab} onBack={onInbox} onInbox={onInbox} hasKeys />
      </section>
    </StarsAndColors>
  );
}
