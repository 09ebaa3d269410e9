import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWriteAccess } from '#src/api/write-access.ts';
import { showFailure, useAction } from '#src/api/write.ts';
import { readColumns, useColumns, writeColumns } from '#src/inbox/columns/columns.ts';
import { inboxSearch, type InboxSearch } from '#src/inbox/search.ts';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { registerShortcut } from '#src/ui/keys/shortcuts.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { UndoOutcome } from '#src/undo/undo-entry.ts';
import { messages } from './messages.ts';
import type { ViewAnswers } from './view-dialog.tsx';
import {
  createView,
  deleteView,
  placeView,
  updateView,
  useSavedViews,
  hasDrifted,
  searchOfView,
  viewPart,
  type ListView,
} from './views-store.ts';
import { ViewDialog } from './view-dialog.tsx';

/** The list in sight, or null on another page. */
export function useCurrentList(): InboxSearch | null {
  const { pathname, search } = useLocation();
  return pathname === '/inbox' ? inboxSearch(search) : null;
}

/** The view that the list in sight was opened from, where it is another list by now. */
export function useChangedView(views: readonly ListView[], current: InboxSearch | null): ListView | undefined {
  // Drawn again when the columns change.
  useColumns();
  const active = current?.view === undefined ? undefined : views.find(({ id }) => id === current.view);
  return active !== undefined && current !== null && hasDrifted(active, current, readColumns()) ? active : undefined;
}

function partsOf(search: InboxSearch): Pick<ListView, 'query' | 'columns'> {
  return { query: viewPart(search), columns: search.layout === 'table' ? readColumns() : null };
}

export function takeColumns(view: ListView): void {
  if (view.columns !== null) writeColumns(view.columns);
}

export function useViewMenu() {
  const known = useSavedViews();
  const { views } = known;
  const { allowed, reason: sharedReason } = useWriteAccess('tickets:write');
  const { reason } = useWriteAccess('own');
  const navigate = useNavigate();
  const current = useCurrentList();
  const changed = useChangedView(views, current);
  const [edited, setEdited] = useState<ListView | null>(null);
  const { act, isBusy } = useAction();

  /** The view becomes the list in sight. */
  function save(view: ListView): void {
    if (current === null) return;
    void act(
      async () => {
        await updateView(view.id, partsOf(current));
        toast({ kind: 'done', text: messages.saved(view.name) });
      },
      { failed: failedFor(view) },
    );
  }

  /** The list goes back to what the view has. */
  function discard(view: ListView): void {
    takeColumns(view);
    void navigate({ to: '/inbox', search: searchOfView(view) });
    announce(messages.discarded(view.name));
  }

  function remove(view: ListView): void {
    void act(
      async () => {
        await deleteView(view.id);
        if (current?.view === view.id) showAs(undefined);
      },
      { failed: failedFor(view), undo: () => ({ text: messages.removed(view.name), undo: () => restore(view) }) },
    );
  }

  async function restore(view: ListView): Promise<UndoOutcome> {
    const { id: _id, ...draft } = view;
    try {
      await createView(draft);
      announce(messages.back(view.name));
      return { state: 'undone' };
    } catch (error) {
      showFailure(error, failedFor(view));
      return { state: 'failed' };
    }
  }

  async function edit(view: ListView, { name, shared }: ViewAnswers): Promise<void> {
    if (name !== view.name || shared !== view.shared) await updateView(view.id, { name, shared });
  }

  /** The same list, under the view of this id. */
  function showAs(view: string | undefined): void {
    void navigate({ from: '/inbox', to: '/inbox', search: (before) => ({ ...before, view }), replace: true });
  }

  function itemsOf(view: ListView): readonly MenuItem[] {
    const index = views.indexOf(view);
    // Others see a shared one too.
    const disabledReason = view.shared ? sharedReason : reason;
    const changes: readonly MenuItem[] = [
      { key: 'save', label: messages.saveChanges, icon: 'check', disabledReason, onSelect: () => save(view) },
      { key: 'discard', label: messages.discard, icon: 'recent', onSelect: () => discard(view) },
    ];
    return [
      ...(view === changed ? changes : []),
      { key: 'edit', label: messages.edit, icon: 'pencil', disabledReason, onSelect: () => setEdited(view) },
      {
        key: 'up',
        label: messages.up,
        icon: 'chevron-up',
        disabledReason: reason ?? (index === 0 ? messages.isFirst : undefined),
        onSelect: () => void placeView(views, view, index - 1, allowed),
      },
      {
        key: 'down',
        label: messages.down,
        icon: 'chevron-down',
        disabledReason: reason ?? (index === views.length - 1 ? messages.isLast : undefined),
        onSelect: () => void placeView(views, view, index + 1, allowed),
      },
      {
        key: 'remove',
        label: messages.remove,
        icon: 'close',
        danger: true,
        disabledReason,
        onSelect: () => remove(view),
      },
    ];
  }

  const dialog =
    edited === null ? null : (
      <ViewDialog
        title={messages.dialog.edit(edited.name)}
        start={{ name: edited.name, shared: edited.shared }}
        onSave={(answers) => edit(edited, answers)}
        onClose={() => setEdited(null)}
      />
    );
  return { known, changed, isBusy, save, discard, itemsOf, showAs, dialog };
}

function failedFor({ name }: ListView): (why: string) => string {
  return (why) => messages.failed(name, why);
}

const MAX_VIEW_KEYS = 9;

/** The saved views of the list in sight: opens them by their keys and by an address, and saves the list as one. */
export function useListViews(search: InboxSearch) {
  const navigate = useNavigate();
  const { dialog, showAs, ...menu } = useViewMenu();
  const { known, changed } = menu;
  const { views, isLoaded, isProvided } = known;
  const [isAsking, setAsking] = useState(false);
  const active = views.find(({ id }) => id === search.view);
  const open = useEffectEvent((view: ListView, replace: boolean) => {
    takeColumns(view);
    void navigate({ to: '/inbox', search: searchOfView(view), replace });
    announce(messages.opened(view.name));
  });

  useEffect(() => {
    const keys = views.slice(0, MAX_VIEW_KEYS).map((view, index) =>
      registerShortcut({
        keys: String(index + 1),
        run: () => open(view, false),
        label: messages.key(view.name),
        group: messages.group,
      }),
    );
    return () => keys.forEach((unregister) => unregister());
  }, [views]);

  // An address with the view alone, such as one that was sent.
  const isBare = Object.keys(viewPart(search)).length === 0;
  const isDrifted = changed !== undefined;
  const seen = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (!isLoaded || seen.current === search.view) return;
    seen.current = search.view;
    if (search.view === undefined) return;
    if (active === undefined) toast({ kind: 'info', text: isBare ? messages.goneBare : messages.gone });
    else if (isBare && isDrifted) open(active, true);
    else takeColumns(active);
  }, [isLoaded, search.view, active, isBare, isDrifted]);

  const { allowed, reason: saveReason } = useWriteAccess('own');
  const canSave = allowed && isProvided;
  useEffect(() => {
    if (!canSave) return undefined;
    const label = messages.dialog.create;
    return registerCommand({ id: 'list.save-view', group: 'list', label, icon: 'eye', run: () => setAsking(true) });
  }, [canSave]);

  async function saveAs({ name, shared }: ViewAnswers): Promise<void> {
    const made = await createView({ name, shared, ...partsOf(search) });
    toast({ kind: 'done', text: messages.saved(made.name) });
    seen.current = made.id;
    showAs(made.id);
  }

  return {
    ...menu,
    active,
    saveReason,
    /** Asks for the name under which the list is saved. */
    askName: () => setAsking(true),
    dialogs: (
      <>
        {dialog}
        {isAsking ? (
          <ViewDialog
            title={messages.dialog.create}
            start={{ name: active?.name ?? '', shared: false }}
            onSave={saveAs}
            onClose={() => setAsking(false)}
          />
        ) : null}
      </>
    ),
  };
}
