import { useEffect, useEffectEvent, useRef } from 'react';
import { formatCount } from '#src/format/number.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { ListPlan } from '#src/inbox/list-plan.ts';
import { messages } from '#src/inbox/messages.ts';
import { filterLabel } from '#src/inbox/filters/filter-query.ts';
import type { TicketList } from './use-ticket-list.ts';

interface ListAnnouncements {
  readonly plan: ListPlan;
  readonly list: TicketList;
  readonly listKey: string;
  /** What the address asked for and means nothing. */
  readonly ignored: string | undefined;
  /** Puts the URL right. */
  readonly onIgnored: () => void;
}

/** Says what of the URL was ignored, and how many tickets match after a change of the filters. */
export function useListAnnouncements({ plan, list, listKey, ignored, onIgnored }: ListAnnouncements): void {
  const { total, isOutdated } = list;
  const putRight = useEffectEvent(onIgnored);
  useEffect(() => {
    if (ignored === undefined) return;
    toast({ kind: 'info', text: messages.filter.ignored(ignored) });
    putRight();
  }, [ignored]);
  const refused = plan.refused.map(wordOf).join(', ');
  useEffect(() => {
    if (refused !== '') toast({ kind: 'info', text: messages.filter.refused(refused) });
  }, [refused]);
  const saidKey = useRef(listKey);
  useEffect(() => {
    if (saidKey.current === listKey || total === null || isOutdated) return;
    saidKey.current = listKey;
    announce(messages.filter.changed(formatCount(total)));
  }, [listKey, total, isOutdated]);
}

function wordOf(name: string): string {
  return (filterLabel(name) ?? messages.filter.order).toLowerCase();
}
