import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { personalPreferences } from '#src/api/personal-preferences.ts';
import { storage } from '#src/browser/storage.ts';
import { inboxSearch } from '#src/inbox/search.ts';
import { VIEWS_SPACE } from '#src/inbox/views-space.ts';
import { StarsFolder } from './stars-folder.tsx';
import { useViewMenu } from './view-menu.tsx';
import { SidebarView } from './sidebar-view.tsx';
import { messages } from './views-messages.ts';
import { useSavedViews } from './use-saved-views.ts';

interface SidebarViewsProps {
  readonly onChoose?: (() => void) | undefined;
  /** Stands in their place until they are known. */
  readonly space: ReactNode;
}

/** Starred tickets and saved views, below the folders of the sidebar. */
export function SidebarViews({ onChoose, space }: SidebarViewsProps) {
  const known = useSavedViews();
  const { changed, itemsOf, placeAt, dialog } = useViewMenu(known);
  const { views } = known;
  const location = useLocation();
  const current = location.pathname === '/inbox' ? inboxSearch(location.search) : null;
  const area = useRef<HTMLDivElement>(null);
  const areStarsKnown = useQuery(personalPreferences()).isFetched;
  const isKnown = known.isSettled && areStarsKnown;
  useEffect(() => {
    if (isKnown && area.current !== null) storage.device.set(VIEWS_SPACE, String(area.current.offsetHeight));
  });
  if (!isKnown) return space;
  return (
    <div ref={area} className="flex flex-col gap-0.5 empty:hidden">
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
              isChanged={view === changed}
              actions={itemsOf(view)}
              onChoose={onChoose}
              onPlace={placeAt}
            />
          ))}
        </ul>
      )}
      {dialog}
    </div>
  );
}
