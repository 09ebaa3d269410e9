import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { showFailure } from '#src/api/write.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { registerShortcut } from '#src/ui/keys/shortcuts.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { readColumns, useColumns, writeColumns } from '#src/inbox/columns/columns.ts';
import { useViewMenu } from './view-menu.tsx';
import { setDefaultView, useDefaultView } from './default-view.ts';
import { ViewDialog } from './view-dialog.tsx';
import { messages } from './views-messages.ts';
import { messages as inboxMessages } from '#src/inbox/messages.ts';
import { hasDrifted, searchOfView, viewPart, type ListView } from './saved-view.ts';
import { useSavedViews } from './use-saved-views.ts';
import { createView, toastFailure, updateView } from './write-views.ts';
import { type InboxSearch } from '#src/inbox/search.ts';

const MAX_VIEW_KEYS = 9;
/** Once a visit: whoever goes to the plain inbox afterwards wants just that. */
let isDefaultOpened = false;

/** At the end of the filter bar: keeps the list as a view, or its changes when it was opened from one. */
export function SaveViewButton({ search }: { readonly search: InboxSearch }) {
  const navigate = useNavigate();
  const known = useSavedViews();
  const { views, isLoaded, isKept } = known;
  const { itemsOf, dialog } = useViewMenu(known);
  // Where there is no sidebar, and in it no line of the view.
  const isSmall = useMedia('(max-width: 1099px)');
  const { reason } = useWriteAccess('tickets:write');
  const first = useDefaultView();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // The columns are looked at again when somebody changed them.
  useColumns();
  const active = views.find(({ id }) => id === search.view);
  const isDrifted = active !== undefined && hasDrifted(active, search, readColumns());
  const open = useRef((view: ListView, replace: boolean) => {
    if (view.columns !== null) writeColumns(view.columns);
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
    else if (active.columns !== null) writeColumns(active.columns);
  }, [isLoaded, search.view, active, isBare, isDrifted]);

  const isPlain = isBare && search.view === undefined && search.ticket === undefined;
  useEffect(() => {
    if (!isLoaded || first === undefined || isDefaultOpened) return;
    isDefaultOpened = true;
    const view = views.find(({ id }) => id === first);
    if (isPlain && view !== undefined) open.current(view, true);
  }, [isLoaded, first, isPlain, views]);

  async function saveChanges(view: ListView): Promise<void> {
    setBusy(true);
    try {
      await updateView(known, view.id, holding(search), toastFailure(view.name));
      toast({ kind: 'done', text: messages.saved(view.name) });
    } catch {
      // A toast has said it.
    }
    setBusy(false);
  }

  async function saveAs(name: string, shared: boolean, isFirst: boolean): Promise<void> {
    const made = await createView(known, { name, shared, ...holding(search) });
    // The view is there; only that it comes first is not.
    if (isFirst)
      await setDefaultView(made.id).catch((error: unknown) =>
        showFailure(error, (why) => messages.failed(made.name, why)),
      );
    toast({ kind: 'done', text: messages.saved(made.name) });
    seen.current = made.id;
    void navigate({ to: '/inbox', search: (before) => ({ ...before, view: made.id }), replace: true });
  }

  return (
    <>
      {active !== undefined && isDrifted ? (
        <>
          <Button
            size="sm"
            busy={isBusy}
            disabledReason={active.shared ? reason : undefined}
            onClick={() => void saveChanges(active)}
          >
            {messages.saveChanges}
          </Button>
          <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {messages.saveAs}
          </Button>
        </>
      ) : null}
      {active !== undefined && isSmall ? (
        <Menu
          label={messages.actionsOf(active.name)}
          align="end"
          trigger={(props) => <IconButton {...props} size="sm" icon="more" label={messages.actionsOf(active.name)} />}
          items={itemsOf(active)}
        />
      ) : null}
      {dialog}
      {active === undefined ? (
        <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {inboxMessages.saveView}
        </Button>
      ) : null}
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
  );
}

function holding(search: InboxSearch): Pick<ListView, 'query' | 'columns'> {
  return { query: viewPart(search), columns: search.layout === 'table' ? readColumns() : null };
}
