import { useLocation } from '@tanstack/react-router';
import { readInboxSearch } from '#src/inbox/search.ts';
import { StarsFolder } from './stars-folder.tsx';
import { useViewMenu } from './view-menu.tsx';
import { SidebarView } from './sidebar-view.tsx';
import { messages } from './views-messages.ts';
import { useSavedViews } from './use-saved-views.ts';

/** Starred tickets and saved views, below the folders of the sidebar. */
export function SidebarViews({ onChoose }: { readonly onChoose?: (() => void) | undefined }) {
  const known = useSavedViews();
  const { itemsOf, placeAt, dialog } = useViewMenu(known);
  const { views } = known;
  const location = useLocation();
  const current = location.pathname === '/inbox' ? readInboxSearch(location.search).search : null;
  return (
    <>
      <StarsFolder current={current} onChoose={onChoose} />
      {views.length === 0 ? null : (
        <ul aria-label={messages.views} className="mt-1 border-t border-line pt-1">
          {views.map((view, index) => (
            <SidebarView
              key={view.id}
              view={view}
              index={index}
              total={views.length}
              isCurrent={current?.view === view.id}
              actions={itemsOf(view)}
              onChoose={onChoose}
              onPlace={placeAt}
            />
          ))}
        </ul>
      )}
      {dialog}
    </>
  );
}
