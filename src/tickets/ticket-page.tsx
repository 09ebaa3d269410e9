import type { ComponentProps } from 'react';
import { useShortcut } from '#src/ui/shortcuts.ts';
import { messages } from './messages.ts';
import { TicketDetail } from './ticket-detail.tsx';

type TicketPageProps = Pick<ComponentProps<typeof TicketDetail>, 'id' | 'tab' | 'onTab' | 'onInbox'>;

/** A ticket at its own address. */
export function TicketPage({ id, tab, onTab, onInbox }: TicketPageProps) {
  const { keys } = messages;
  useShortcut('escape', onInbox, { label: keys.back, group: keys.group });
  return (
    <section aria-label={messages.one} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
      <TicketDetail id={id} tab={tab} onTab={onTab} onBack={onInbox} onInbox={onInbox} />
    </section>
  );
}
