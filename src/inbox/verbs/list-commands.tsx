import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { activeFilters } from '#src/inbox/filters/filter-query.ts';
import { ListDialogs, type ListDialog } from '#src/inbox/list-dialogs.tsx';
import { withoutFilters, type ListPlan } from '#src/inbox/list/list-plan.ts';
import { messages } from '#src/inbox/messages.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { registerCommand, type Command } from '#src/ui/keys/commands.ts';

const texts = defineMessages({
  exportCsv: 'Export this list as CSV',
  exportWords: 'download file',
  columns: 'Choose columns',
  split: 'Show as split',
  table: 'Show as table',
  layoutWords: 'layout view',
});

interface ListCommandsProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
}

/** Commands of the palette for the list as it stands. */
export function ListCommands({ search, plan }: ListCommandsProps) {
  const navigate = useNavigate();
  const isPhone = useMedia('(max-width: 767px)');
  const [dialog, setDialog] = useState<ListDialog | null>(null);
  const isTable = search.layout === 'table' && !isPhone;
  const hasFilters = activeFilters(search).length > 0;
  useEffect(() => {
    const go = (next: (before: InboxSearch) => InboxSearch) =>
      void navigate({ from: '/inbox', to: '/inbox', search: next });
    const command = (id: string, label: string, icon: Command['icon'], run: () => void, keywords = ''): Command => ({
      id: `list.${id}`,
      group: 'list',
      label,
      run,
      keywords,
      ...(icon === undefined ? {} : { icon }),
    });
    // The table has no room beside it for an open ticket.
    const asTable = (before: InboxSearch): InboxSearch => ({
      ...before,
      layout: 'table',
      ticket: undefined,
      tab: undefined,
    });
    const asSplit = (before: InboxSearch): InboxSearch => ({ ...before, layout: undefined });
    const layout = isTable
      ? command('split', texts.split, 'panel', () => go(asSplit), texts.layoutWords)
      : command('table', texts.table, 'table', () => go(asTable), texts.layoutWords);
    const commands = [
      command('export', texts.exportCsv, 'download', () => setDialog('export'), texts.exportWords),
      ...(isTable ? [command('columns', texts.columns, 'table', () => setDialog('columns'))] : []),
      ...(isPhone ? [] : [{ ...layout, kbd: 'v' }]),
      ...(hasFilters ? [command('clear', messages.filter.clear, 'filter', () => go(withoutFilters))] : []),
    ].map(registerCommand);
    return () => {
      for (const unregister of commands) unregister();
    };
  }, [navigate, isTable, isPhone, hasFilters]);
  return <ListDialogs dialog={dialog} search={search} plan={plan} onClose={() => setDialog(null)} />;
}
