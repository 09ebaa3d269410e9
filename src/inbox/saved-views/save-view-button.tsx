import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useWriteAccess } from '#src/api/write-access.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { StarMark } from '#src/ticket-changes/star-button.tsx';
import { useStars } from '#src/ticket-changes/stars.ts';
import { announce } from '#src/ui/announce.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { registerShortcut } from '#src/ui/shortcuts.ts';
import { toast } from '#src/ui/toast-store.ts';
import { useMedia } from '#src/ui/use-media.ts';
import { readColumns, useColumns, writeColumns } from './columns.ts';
import { isSameFilter } from './list-plan.ts';
import type { InboxSearch } from './search.ts';
import { searchOfNumbers } from './stars-search.ts';
import { useViewActions } from './views-actions.tsx';
import { setDefaultView, useDefaultView } from './views-default.ts';
import { ViewDialog } from './views-dialog.tsx';
import { messages } from './views-messages.ts';
import { hasDrifted, searchOfView, viewPart, type SavedListView } from './views-model.ts';
import { setLateParts } from './views-slot.ts';
import { createView, updateView, useViews } from './views-store.ts';
import { tellFailure } from './views-write.ts';

const MOST_KEYS = 9;
/** Once a visit: whoever goes to the plain inbox afterwards wants just that. */
let isDefaultOpened = false;

/** At the end of the filter bar: keeps the list as a view, or its changes when it was opened from one. */
export function ViewsBar({ search }: { readonly search: InboxSearch }) {
  const navigate = useNavigate();
  const known = useViews();
  const { views, isLoaded, isKept } = known;
  const { itemsOf, dialog } = useViewActions(known);
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
  const open = useRef((view: SavedListView, replace: boolean) => {
    if (view.columns !== null) writeColumns(view.columns);
    void navigate({ to: '/inbox', search: searchOfView(view), replace });
    announce(messages.opened(view.name));
  });

  useEffect(() => {
    const keys = views.slice(0, MOST_KEYS).map((view, index) =>
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

  useOffer(search, views);

  async function saveChanges(view: SavedListView): Promise<void> {
    setBusy(true);
    try {
      await updateView(view.id, holding(search));
      toast({ kind: 'done', text: messages.saved(view.name) });
    } catch (error) {
      tellFailure(view.name, error);
    }
    setBusy(false);
  }

  async function saveAs(name: string, shared: boolean, isFirst: boolean): Promise<void> {
    const made = await createView({ name, shared, ...holding(search) });
    // The view is there; only that it comes first is not.
    if (isFirst) await setDefaultView(made.id).catch((error: unknown) => tellFailure(made.name, error));
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
          {messages.save}
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

function holding(search: InboxSearch): Pick<SavedListView, 'query' | 'columns'> {
  return { query: viewPart(search), columns: search.layout === 'table' ? readColumns() : null };
}

/** Hands stars and views to what was there before them: the rows, and the menu of small windows. */
function useOffer(search: InboxSearch, views: readonly SavedListView[]): void {
  const stars = useStars();
  const canList = hasExtension(useWhoami(), 'ticket_filters');
  const { pathname } = useLocation();
  useEffect(() => {
    const numbers = [...stars.keys()];
    const starred = searchOfNumbers(numbers);
    const isHere = pathname === '/inbox';
    setLateParts({
      Star: StarMark,
      lists: [
        ...(numbers.length > 0 && canList
          ? [
              {
                key: 'starred',
                label: messages.stars,
                group: messages.views,
                search: starred,
                isCurrent: isHere && isSameFilter(search, starred),
              },
            ]
          : []),
        ...views.map((view) => ({
          key: view.id,
          label: view.name,
          group: messages.views,
          search: searchOfView(view),
          isCurrent: isHere && search.view === view.id,
        })),
      ],
    });
  }, [stars, views, search, canList, pathname]);
}
