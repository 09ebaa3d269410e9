import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useWriteAccess } from '#src/api/write-access.ts';
import { showFailure } from '#src/api/write.ts';
import { readColumns, useColumns, writeColumns } from '#src/inbox/columns/columns.ts';
import { inboxSearch, type InboxSearch } from '#src/inbox/search.ts';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { registerShortcut } from '#src/ui/keys/shortcuts.ts';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import { hasDrifted, searchOfView, viewPart, type ListView } from './saved-view.ts';
import { ViewDialog } from './view-dialog.tsx';
import {
  createView,
  placeView,
  removeView,
  setDefaultView,
  toastFailure,
  updateView,
  useDefaultView,
  useSavedViews,
  type Views,
} from './views-store.ts';

/** Which view the list in sight was opened from and is no longer. @param current the list in sight, null on another page */
export function useChangedView(views: readonly ListView[], current: InboxSearch | null): ListView | undefined {
  // The columns are looked at again when somebody changed them.
  useColumns();
  const active = current?.view === undefined ? undefined : views.find(({ id }) => id === current.view);
  return active !== undefined && current !== null && hasDrifted(active, current, readColumns()) ? active : undefined;
}

/** What a view holds of the list in sight. */
export function holding(search: InboxSearch): Pick<ListView, 'query' | 'columns'> {
  return { query: viewPart(search), columns: search.layout === 'table' ? readColumns() : null };
}

/** The view becomes the list in sight. */
export async function saveChanges(known: Views, view: ListView, search: InboxSearch): Promise<void> {
  try {
    await updateView(known, view.id, holding(search), toastFailure(view.name));
    toast({ kind: 'done', text: messages.saved(view.name) });
  } catch {
    // A toast has said it.
  }
}

/** The columns of the table as the view has them. */
export function takeColumns(view: ListView): void {
  if (view.columns !== null) writeColumns(view.columns);
}

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

const MAX_VIEW_KEYS = 9;
/** Once a visit: whoever goes to the plain inbox afterwards wants just that. */
let isDefaultOpened = false;

interface ListViews {
  readonly known: Views;
  /** The view that the list was opened from. */
  readonly active: ListView | undefined;
  /** The same, where the list is another one by now. */
  readonly changed: ListView | undefined;
  /** Goes back to the list as the view has it. */
  readonly discard: (view: ListView) => void;
  readonly itemsOf: (view: ListView) => readonly MenuItem[];
  /** Asks for the name under which the list is kept. */
  readonly askName: () => void;
  /** What stands open. */
  readonly dialogs: ReactNode;
}

/** The saved views of the list in sight: opened by their keys and by an address, and what can be done with them. */
export function useListViews(search: InboxSearch): ListViews {
  const navigate = useNavigate();
  const known = useSavedViews();
  const { views, isLoaded, isKept } = known;
  const { changed, discard, itemsOf, dialog } = useViewMenu(known);
  const first = useDefaultView();
  const [isAsking, setAsking] = useState(false);
  const active = views.find(({ id }) => id === search.view);
  const isDrifted = changed !== undefined;
  const open = useRef((view: ListView, replace: boolean) => {
    takeColumns(view);
    void navigate({ to: '/inbox', search: searchOfView(view), replace });
    announce(messages.opened(view.name));
  });

  useEffect(() => {
    const keys = views.slice(0, MAX_VIEW_KEYS).map((view, index) =>
      registerShortcut({
        keys: String(index + 1),
        run: () => open.current(view, false),
        label: messages.key(view.name),
        group: messages.group,
      }),
    );
    return () => keys.forEach((unregister) => unregister());
  }, [views]);

  // An address with the view alone, such as one that somebody sent.
  const isBare = Object.keys(viewPart(search)).length === 0;
  const seen = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (!isLoaded || seen.current === search.view) return;
    seen.current = search.view;
    if (search.view === undefined) return;
    if (active === undefined) toast({ kind: 'info', text: messages.gone });
    else if (isBare && isDrifted) open.current(active, true);
    else takeColumns(active);
  }, [isLoaded, search.view, active, isBare, isDrifted]);

  const isPlain = isBare && search.view === undefined && search.ticket === undefined;
  useEffect(() => {
    if (!isLoaded || first === undefined || isDefaultOpened) return;
    isDefaultOpened = true;
    const view = views.find(({ id }) => id === first);
    if (isPlain && view !== undefined) open.current(view, true);
  }, [isLoaded, first, isPlain, views]);

  useEffect(() => {
    const label = messages.dialog.create;
    return registerCommand({ id: 'list.save-view', group: 'list', label, icon: 'eye', run: () => setAsking(true) });
  }, []);

  async function saveAs(name: string, shared: boolean, isFirst: boolean): Promise<void> {
    const made = await createView(known, { name, shared, ...holding(search) });
    // The view is there; only that it comes first is not.
    if (isFirst)
      await setDefaultView(made.id).catch((error: unknown) =>
        showFailure(error, (why) => messages.failed(made.name, why)),
      );
    toast({ kind: 'done', text: messages.saved(made.name) });
    seen.current = made.id;
    void navigate({ from: '/inbox', to: '/inbox', search: (before) => ({ ...before, view: made.id }), replace: true });
  }

  return {
    known,
    active,
    changed,
    discard,
    itemsOf,
    askName: () => setAsking(true),
    dialogs: (
      <>
        {dialog}
        {isAsking ? (
          <ViewDialog
            title={messages.dialog.create}
            start={{ name: active?.name ?? '', shared: false, isFirst: false }}
            isKept={isKept}
            onSave={({ name, shared, isFirst }) => saveAs(name, shared, isFirst)}
            onClose={() => setAsking(false)}
          />
        ) : null}
      </>
    ),
  };
}
