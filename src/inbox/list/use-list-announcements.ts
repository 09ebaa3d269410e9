import { useEffect, useRef } from 'react';
import { formatCount } from '#src/format/number.ts';
import { filterLabel } from '#src/inbox/filters/filter-query.ts';
import { messages } from '#src/inbox/messages.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { ListPlan } from './list-plan.ts';
import type { TicketList } from './use-ticket-list.ts';

/** Says what of the URL this service does not support, and how many tickets match after a change of the filters. */
export function useListAnnouncements(plan: ListPlan, list: TicketList): void {
  const { total } = list;
  const listKey = plan.key;
  const refused = plan.refused.map(wordOf).join(', ');
  useEffect(() => {
    if (refused !== '') toast({ kind: 'info', text: messages.refused(refused) });
  }, [refused]);
  const saidKey = useRef(listKey);
  useEffect(() => {
    if (saidKey.current === listKey || total === null) return;
    saidKey.current = listKey;
    announce(messages.changed(formatCount(total)));
  }, [listKey, total]);
}

function wordOf(name: string): string {
  return (filterLabel(name) ?? messages.filter.order).toLowerCase();
}
