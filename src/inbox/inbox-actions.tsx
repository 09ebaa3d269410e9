import { Suspense } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { DisplayMenu } from './display-menu.tsx';
import type { Abilities, ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';

// A wide window has the sidebar in its place.
const FolderMenu = lazyPart(async () => (await import('./folder-menu.tsx')).FolderMenu);

interface InboxActionsProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  readonly can: Abilities;
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
      <IconButton icon="refresh" label={messages.refresh} kbd="r" busy={isFetching} onClick={onRefresh} />
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
}
