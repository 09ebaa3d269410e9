import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useRef, useState, type ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { createSavedView } from '#contract/personal.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { showFailure, useAction } from '#src/api/write.ts';
import { useMedia } from '#src/browser/use-media.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { readColumns, useColumns, writeColumns } from '#src/inbox/columns/columns.ts';
import { messages as inboxMessages } from '#src/inbox/messages.ts';
import { inboxSearch, type InboxSearch } from '#src/inbox/search.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { registerShortcut } from '#src/ui/keys/shortcuts.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import type { UndoOutcome } from '#src/undo/undo-entry.ts';
import {
  createView,
  deleteView,
  updateView,
  useSavedViews,
  hasDrifted,
  messages,
  searchOfView,
  viewPart,
  type ListView,
} from './views-store.ts';

/** The list on screen; null on other pages. */
export function useCurrentList(): InboxSearch | null {
  const { pathname, search } = useLocation();
  return pathname === '/inbox' ? inboxSearch(search) : null;
}

/** The view that the list was opened from, if the list has changed since. */
export function useChangedView(views: readonly ListView[], current: InboxSearch | null): ListView | undefined {
  // Renders again when the columns change.
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
  const { reason: sharedReason } = useWriteAccess('tickets:write');
  const { reason } = useWriteAccess('own');
  const navigate = useNavigate();
  const current = useCurrentList();
  const changed = useChangedView(views, current);
  const [edited, setEdited] = useState<ListView | null>(null);
  const { act, isBusy } = useAction();

  /** Stores the list on screen in the view. */
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

  /** Puts the id of a view into the address. */
  function showAs(view: string | undefined): void {
    void navigate({ from: '/inbox', to: '/inbox', search: (before) => ({ ...before, view }), replace: true });
  }

  function itemsOf(view: ListView): readonly MenuItem[] {
    const disabledReason = view.shared ? sharedReason : reason;
    return [
      ...(view === changed
        ? [
            {
              key: 'save',
              label: messages.saveChanges,
              icon: 'check' as const,
              disabledReason,
              onSelect: () => save(view),
            },
          ]
        : []),
      { key: 'edit', label: messages.edit, icon: 'pencil', disabledReason, onSelect: () => setEdited(view) },
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
  return { known, changed, isBusy, save, itemsOf, showAs, dialog };
}

function failedFor({ name }: ListView): (why: string) => string {
  return (why) => messages.failed(name, why);
}

const MAX_VIEW_KEYS = 9;

/** Opens saved views by their keys and by an address, and saves the list as one. */
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

  // A shared address may have the view alone.
  const isBare = Object.keys(viewPart(search)).length === 0;
  const isDrifted = changed !== undefined;
  const seen = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (!isLoaded || seen.current === search.view) return;
    seen.current = search.view;
    if (search.view === undefined) return;
    if (active === undefined) toast({ kind: 'info', text: messages.gone });
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

/** @param current the list on screen; null on other pages */
export function useViewLinks(current: InboxSearch | null) {
  const { views } = useSavedViews();
  const changed = useChangedView(views, current);
  return views.map((view) => ({
    key: view.id,
    label: view.name,
    search: searchOfView(view),
    isCurrent: current?.view === view.id,
    isChanged: view === changed,
  }));
}

/** Saves the list as a view, or its changes to the view that it was opened from. */
export function SaveViewButton({ search }: { readonly search: InboxSearch }) {
  const { known, active, changed, isBusy, save, itemsOf, saveReason, askName, dialogs } = useListViews(search);
  // Without a sidebar, the view's actions are here.
  const isSmall = useMedia('(max-width: 1099px)');
  const { reason: sharedReason } = useWriteAccess('tickets:write');
  const ask = {
    size: 'sm',
    variant: 'ghost',
    'aria-haspopup': 'dialog',
    disabledReason: saveReason,
    onClick: askName,
  } as const;
  return (
    <>
      {changed === undefined ? null : (
        <>
          <Button
            size="sm"
            busy={isBusy}
            disabledReason={changed.shared ? sharedReason : saveReason}
            onClick={() => save(changed)}
          >
            {messages.saveChanges}
          </Button>
          <Button {...ask}>{messages.saveAs}</Button>
        </>
      )}
      {active !== undefined && isSmall ? (
        <Menu
          label={messages.actionsOf(active.name)}
          align="end"
          trigger={(props) => <IconButton {...props} size="sm" icon="more" label={messages.actionsOf(active.name)} />}
          items={itemsOf(active)}
        />
      ) : null}
      {active === undefined && known.isProvided && (known.isLoaded || search.view === undefined) ? (
        <Button {...ask}>{inboxMessages.saveView}</Button>
      ) : null}
      {dialogs}
    </>
  );
}

interface ViewAnswers {
  name: string;
  shared: boolean;
}

const { dialog: texts } = messages;
const schema = z.pick(createSavedView.body, { name: true, shared: true });

const resolver = contractResolver<ViewAnswers, z.input<typeof schema>, z.output<typeof schema>>({
  schema,
  names: { name: texts.name },
  bodyOf: ({ name, shared }) => ({ name: name.trim(), shared }),
});

interface ViewDialogProps {
  readonly title: string;
  readonly start: ViewAnswers;
  /** @throws ApiFailure */
  readonly onSave: (answers: Readonly<ViewAnswers>) => Promise<void>;
  readonly onClose: () => void;
}

function ViewDialog({ title, start, onSave, onClose }: ViewDialogProps) {
  const { reason } = useWriteAccess('tickets:write');
  const { act, isBusy, error } = useAction();
  const form = useForm<ViewAnswers, unknown, z.output<typeof schema>>({ defaultValues: start, resolver });
  const { register, setFocus, getValues } = form;
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  return (
    <FormDialog
      title={title}
      submit={texts.submit}
      form={form}
      fields={['name']}
      isBusy={isBusy}
      error={error}
      onSend={({ name }) =>
        act(async () => {
          await onSave({ ...getValues(), name });
          return true;
        })
      }
      onDone={onClose}
      onClose={onClose}
    >
      <TextField label={texts.name} hint={texts.holds} {...fieldOf(form, 'name')} />
      <Choice label={texts.share} disabledReason={reason} {...register('shared')} />
    </FormDialog>
  );
}

interface ChoiceProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly disabledReason?: string | undefined;
}

function Choice({ label, disabledReason, ...input }: ChoiceProps) {
  const id = useId();
  const isOff = disabledReason !== undefined;
  return (
    <div>
      <label className={`flex min-h-6 items-center gap-2 ${isOff ? 'text-ink-3' : ''}`}>
        <input
          {...input}
          type="checkbox"
          aria-disabled={isOff || undefined}
          aria-describedby={isOff ? id : undefined}
          className="size-4 accent-accent"
          onClick={(event) => isOff && event.preventDefault()}
        />
        {label}
      </label>
      {isOff ? (
        <p id={id} className="ps-6 text-12 text-ink-3">
          {disabledReason}
        </p>
      ) : null}
    </div>
  );
}
