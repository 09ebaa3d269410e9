import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { showFailure } from '#src/api/write.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { registerShortcut } from '#src/ui/keys/shortcuts.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { useViewMenu } from './view-menu.tsx';
import { setDefaultView, useDefaultView } from './default-view.ts';
import { ViewDialog } from './view-dialog.tsx';
import { messages } from './views-messages.ts';
import { searchOfView, viewPart, type ListView } from './saved-view.ts';
import { useSavedViews, type Views } from './use-saved-views.ts';
import { holding, takeColumns } from './view-changes.ts';
import { createView } from './write-views.ts';
import { type InboxSearch } from '#src/inbox/search.ts';

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
