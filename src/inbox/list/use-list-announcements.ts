import { useEffect, useRef } from 'react';
import { formatCount } from '#src/format/number.ts';
import { announce } from '#src/ui/announce.ts';
import { toast } from '#src/ui/toast-store.ts';
import type { ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';
import { takeIgnored } from './search.ts';
import type { TicketList } from './use-ticket-list.ts';

interface ListNews {
  readonly plan: ListPlan;
  readonly list: TicketList;
  readonly listKey: string;
  /** Puts the URL right. */
  readonly onIgnored: () => void;
}

/** Says what of the URL was ignored, and how many tickets match after a change of the filters. */
export function useListNews({ plan, list, listKey, onIgnored }: ListNews): void {
  const { total, isOutdated } = list;
  useEffect(() => {
    const ignored = takeIgnored();
    if (ignored.length === 0) return;
    toast({ kind: 'info', text: messages.filter.ignored(ignored.join(', ')) });
    onIgnored();
  });
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
  const fields: Readonly<Record<string, string>> = messages.filter.fields;
  return (fields[name] ?? messages.filter.order).toLowerCase();
}
