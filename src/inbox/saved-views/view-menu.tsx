import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useWriteAccess } from '#src/api/write-access.ts';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { inboxSearch } from '#src/inbox/search.ts';
import { setDefaultView, useDefaultView } from './default-view.ts';
import { ViewDialog } from './view-dialog.tsx';
import { messages } from './views-messages.ts';
import { searchOfView, type ListView } from './saved-view.ts';
import { saveChanges, takeColumns, useChangedView } from './view-changes.ts';
import type { Views } from './use-saved-views.ts';
import { placeView, removeView, updateView } from './write-views.ts';

interface ViewMenu {
  /** The view that the list in sight was opened from, where it is another list by now. */
  readonly changed: ListView | undefined;
  /** Goes back to the list as the view has it. */
  readonly discard: (view: ListView) => void;
  readonly itemsOf: (view: ListView) => readonly MenuItem[];
  /** Puts the view of this id at a place. */
  readonly placeAt: (id: string, to: number) => void;
  /** Stands open while a view is named anew. */
  readonly dialog: ReactNode;
}

/** What can be done with a saved view, wherever it is shown. */
export function useViewMenu(known: Views): ViewMenu {
  const { views, isKept } = known;
  const { allowed, reason } = useWriteAccess('tickets:write');
  const first = useDefaultView() ?? null;
  const navigate = useNavigate();
  const location = useLocation();
  const [edited, setEdited] = useState<ListView | null>(null);
  const current = location.pathname === '/inbox' ? inboxSearch(location.search) : null;
  const changed = useChangedView(views, current);

  function forget(view: ListView): void {
    if (view.id === first) void setDefaultView(null).catch(() => undefined);
    if (current?.view !== view.id) return;
    void navigate({
      from: '/inbox',
      to: '/inbox',
      search: (before) => ({ ...before, view: undefined }),
      replace: true,
    });
  }

  function placeAt(id: string, to: number): void {
    const view = views.find((one) => one.id === id);
    if (view !== undefined) void placeView(known, view, to, allowed);
  }

  function discard(view: ListView): void {
    takeColumns(view);
    void navigate({ to: '/inbox', search: searchOfView(view) });
    announce(messages.discarded(view.name));
  }

  return {
    changed,
    discard,
    placeAt,
    itemsOf(view) {
      const index = views.indexOf(view);
      // Others see it too.
      const disabledReason = view.shared ? reason : undefined;
      const changes: readonly MenuItem[] = [
        {
          key: 'save',
          label: messages.saveChanges,
          icon: 'check',
          disabledReason,
          onSelect: () => void (current === null ? undefined : saveChanges(known, view, current)),
        },
        { key: 'discard', label: messages.discard, icon: 'recent', onSelect: () => discard(view) },
      ];
      return [
        ...(view === changed ? changes : []),
        { key: 'edit', label: messages.edit, icon: 'pencil', disabledReason, onSelect: () => setEdited(view) },
        {
          key: 'up',
          label: messages.up,
          icon: 'chevron-up',
          disabledReason: index === 0 ? messages.isFirst : undefined,
          onSelect: () => placeAt(view.id, index - 1),
        },
        {
          key: 'down',
          label: messages.down,
          icon: 'chevron-down',
          disabledReason: index === views.length - 1 ? messages.isLast : undefined,
          onSelect: () => placeAt(view.id, index + 1),
        },
        {
          key: 'remove',
          label: messages.remove,
          icon: 'close',
          danger: true,
          disabledReason,
          onSelect: () => void removeView(known, view, () => forget(view)),
        },
      ];
    },
    dialog:
      edited === null ? null : (
        <ViewDialog
          title={messages.dialog.edit(edited.name)}
          start={{ name: edited.name, shared: edited.shared, isFirst: first === edited.id }}
          isKept={isKept}
          onSave={async ({ name, shared, isFirst }) => {
            if (name !== edited.name || shared !== edited.shared) await updateView(known, edited.id, { name, shared });
            if (isFirst !== (first === edited.id)) await setDefaultView(isFirst ? edited.id : null);
          }}
          onClose={() => setEdited(null)}
        />
      ),
  };
}
