import { useLocation } from '@tanstack/react-router';
import { readInboxSearch } from './search.ts';
import { StarsFolder } from './stars-folder.tsx';
import { useViewActions } from './views-actions.tsx';
import { ViewLine } from './views-line.tsx';
import { messages } from './views-messages.ts';
import { useViews } from './views-store.ts';

/** Starred tickets and saved views, below the folders of the sidebar. */
export function ViewsFolders({ onChoose }: { readonly onChoose?: (() => void) | undefined }) {
  const known = useViews();
  const { itemsOf, placeAt, dialog } = useViewActions(known);
  const { views } = known;
  const location = useLocation();
  const current = location.pathname === '/inbox' ? readInboxSearch(location.search).search : null;
  return (
    <>
      <StarsFolder current={current} onChoose={onChoose} />
      {views.length === 0 ? null : (
        <ul aria-label={messages.views} className="mt-1 border-t border-line pt-1">
          {views.map((view, index) => (
            <ViewLine
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
