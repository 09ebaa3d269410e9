import { IconButton } from '#src/ui/icon-button.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { DisplayMenu } from './display-menu.tsx';
import { FolderMenu } from './folder-menu.tsx';
import type { ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';

interface InboxActionsProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  readonly isFetching: boolean;
  readonly hasLayouts: boolean;
  readonly onRefresh: () => void;
  readonly onLayout: (layout: 'table' | undefined) => void;
  readonly onChange: (change: Pick<InboxSearch, 'group' | 'limit'>) => void;
}

/** The buttons of the page's header. */
export function InboxActions({
  search,
  plan,
  isFetching,
  hasLayouts,
  onRefresh,
  onLayout,
  onChange,
}: InboxActionsProps) {
  const hasNoSidebar = useMedia('(max-width: 1099px)');
  return (
    <>
      {hasNoSidebar ? <FolderMenu /> : null}
      <IconButton icon="refresh" label={messages.refresh} kbd="r" busy={isFetching} onClick={onRefresh} />
      <DisplayMenu search={search} plan={plan} hasLayouts={hasLayouts} onLayout={onLayout} onChange={onChange} />
    </>
  );
}
