import { Suspense } from 'react';
import { memo } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { FolderMenu } from './lazy-parts.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { DisplayMenu } from './display-menu.tsx';
import type { ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';
import type { Capabilities } from './capabilities.ts';

interface InboxActionsProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  readonly can: Capabilities;
  readonly isFetching: boolean;
  readonly hasLayouts: boolean;
  readonly onRefresh: () => Promise<void>;
  readonly onLayout: (layout: 'table' | undefined) => void;
  readonly onChange: (change: Pick<InboxSearch, 'group' | 'limit'>) => void;
}

/** The buttons of the page's header. */
export const InboxActions = memo(function InboxActions({
  search,
  plan,
  can,
  isFetching,
  hasLayouts,
  onRefresh,
  onLayout,
  onChange,
}: InboxActionsProps) {
  const hasNoSidebar = useMedia('(max-width: 1099px)');
  return (
    <>
      {hasNoSidebar ? (
        <Suspense fallback={<span className="size-(--h-control)" />}>
          <FolderMenu />
        </Suspense>
      ) : null}
      <IconButton icon="refresh" label={messages.refresh} kbd="r" busy={isFetching} onClick={() => void onRefresh()} />
      <DisplayMenu
        search={search}
        plan={plan}
        can={can}
        hasLayouts={hasLayouts}
        onLayout={onLayout}
        onChange={onChange}
      />
    </>
  );
});
