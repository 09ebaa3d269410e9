import { memo, useEffect, useRef, useState } from 'react';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { ColumnsDialog } from '#src/inbox/columns/columns-dialog.tsx';
import { TicketsExport } from '#src/inbox/export/export-dialog.tsx';
import { chipsOf, useAgentNames, type Chip } from '#src/inbox/filters/chips.ts';
import { entriesOf } from '#src/inbox/filters/filter-entries.ts';
import { FilterPicker } from '#src/inbox/picker/filter-picker.tsx';
import type { PickerStart } from '#src/inbox/picker/picker-state.ts';
import type { InboxActions } from '#src/inbox/list/list-actions.ts';
import type { ListPlan } from '#src/inbox/list/list-plan.ts';
import { SaveViewButton, useListViews } from '#src/inbox/saved-views/saved-views.tsx';
import { messages as viewsMessages } from '#src/inbox/saved-views/views-store.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { messages } from './messages.ts';
import { useProfile } from './profile.ts';
import { ReplyTargetDialog } from './reply-target-dialog.tsx';
import type { InboxSearch } from './search.ts';

const texts = defineMessages({
  layout: 'Layout',
  list: 'List',
  columns: 'Columns…',
  target: 'Reply target…',
  export: 'Download CSV…',
  filters: (n: number) => `Filter, ${n} on`,
  close: 'Close the search',
});

export interface ListToolsProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  readonly actions: InboxActions;
  readonly isFetching: boolean;
  /** The list is that of the address. */
  readonly hasResults: boolean;
}

/** Filters, search and order, in a bar of their own above the list. */
export const FilterBar = memo(function FilterBar({ search, plan, hasResults, actions }: ListToolsProps) {
  const profile = useProfile();
  const zone = useDisplayZone();
  const agents = useAgentNames(profile, search.assignee !== undefined || search.filter !== undefined);
  const chips = chipsOf(search, profile, { agents, zone });
  const [picker, setPicker] = useState<PickerStart | null>(null);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const add = useRef<HTMLButtonElement>(null);
  const anchor = useRef<HTMLElement>(null);
  function openPicker(start: PickerStart, from: HTMLElement | null = null): void {
    anchor.current = from ?? add.current;
    setPicker((before) => (before === null ? start : null));
  }

  function remove(chip: Chip): void {
    actions.filter(chip.removed);
    add.current?.focus();
  }

  function removeLast(): void {
    const last = chips.at(-1);
    if (last !== undefined) remove(last);
  }

  useShortcut('f', () => openPicker({}), { label: messages.keys.filter, group: messages.keys.group });

  return (
    <div className="flex min-h-bar flex-none flex-wrap items-center gap-1.5 border-b border-line bg-surface px-4 py-1.5">
      <div role="group" aria-label={messages.filter.bar} className="flex min-w-0 flex-wrap items-center gap-1.5">
        {chips.map((chip) => {
          const { field, value, start } = chip;
          const key = 'field' in start ? start.field : String(start.entry);
          return (
            <FilterChip
              key={key}
              ref={(button) => {
                if (button === null) buttons.current.delete(key);
                else buttons.current.set(key, button);
              }}
              field={field}
              value={value}
              expanded={'field' in start ? picker?.field === start.field : picker?.entry === start.entry}
              onOpen={() => openPicker(start, buttons.current.get(key))}
              onRemove={() => remove(chip)}
            />
          );
        })}
        <Button
          ref={add}
          variant="ghost"
          size="sm"
          icon="filter"
          kbd="f"
          aria-haspopup="dialog"
          aria-expanded={picker !== null && anchor.current === add.current}
          onClick={() => openPicker({})}
          onKeyDown={(event) => {
            if (event.key === 'Backspace') removeLast();
          }}
        >
          {messages.filter.add}
        </Button>
      </div>
      <span className="flex-1" />
      <SaveViewButton search={search} />
      <div className="flex w-56">
        <TicketSearch search={search} hasResults={hasResults} actions={actions} />
      </div>
      {profile.isExtended ? <SortMenu plan={plan} onChange={actions.filter} /> : null}
      {picker === null ? null : (
        <FilterPicker
          search={search}
          anchor={anchor}
          start={picker}
          onChange={actions.filter}
          onClose={() => setPicker(null)}
        />
      )}
    </div>
  );
});

function TicketSearch({ search, hasResults, actions }: Pick<ListToolsProps, 'search' | 'hasResults' | 'actions'>) {
  return (
    <SearchBox
      label={messages.search.label}
      clearLabel={messages.search.clear}
      group={messages.keys.group}
      className="md:max-w-56"
      value={search.q ?? ''}
      hasResults={hasResults}
      onChange={(text) => actions.filter({ q: text === '' ? undefined : text })}
      onLeave={actions.leaveSearch}
    />
  );
}

interface SortChoice {
  readonly key: keyof typeof messages.order;
  readonly search: Pick<InboxSearch, 'order_by' | 'dir'>;
}

const SORT_CHOICES: readonly SortChoice[] = [
  { key: 'waiting', search: { order_by: 'waiting' } },
  { key: 'due', search: { order_by: 'due' } },
  { key: 'newest', search: { order_by: 'created' } },
  { key: 'oldest', search: { order_by: 'created', dir: 'asc' } },
  { key: 'updated', search: { order_by: 'updated' } },
  { key: 'priority', search: { order_by: 'priority' } },
];

function sortItems(plan: ListPlan, onChange: (change: SortChoice['search']) => void): readonly MenuItem[] {
  return SORT_CHOICES.map(({ key, search }) => ({
    key,
    label: messages.order[key],
    kind: 'radio',
    checked: search.order_by === plan.order && (search.dir === 'asc') === plan.isReversed,
    onSelect: () => onChange({ order_by: search.order_by, dir: search.dir }),
  }));
}

interface SortMenuProps {
  readonly plan: ListPlan;
  readonly onChange: (change: SortChoice['search']) => void;
}

function SortMenu({ plan, onChange }: SortMenuProps) {
  const items = sortItems(plan, onChange);
  // A link or a saved view may reverse any order; the menu offers the usual ones.
  const usual = SORT_CHOICES.find(({ search }) => search.order_by === plan.order);
  const name = items.find(({ checked }) => checked)?.label ?? messages.reversed(messages.order[usual?.key ?? 'newest']);
  return (
    <Menu
      label={messages.display.order}
      align="end"
      trigger={(props) => (
        <Button {...props} variant="ghost" size="sm" icon="sort" aria-label={messages.sortedBy(name)}>
          {name}
        </Button>
      )}
      items={items}
    />
  );
}

/** The buttons of the page's header. */
export const HeaderButtons = memo(function HeaderButtons(props: ListToolsProps) {
  const { search, actions, isFetching } = props;
  const layouts = [
    { key: 'split', label: messages.display.split, value: undefined, icon: 'panel' as const },
    { key: 'table', label: messages.display.table, value: 'table' as const, icon: 'table' as const },
  ].map(({ key, label, value, icon }): MenuItem => ({
    key,
    label,
    icon,
    group: texts.layout,
    kind: 'radio',
    checked: search.layout === value,
    kbd: 'v',
    onSelect: () => actions.setLayout(value),
  }));
  const list = useListDialogs(props);
  return (
    <>
      <IconButton
        icon="refresh"
        label={messages.refresh}
        kbd="r"
        busy={isFetching}
        onClick={() => void actions.refresh()}
      />
      <Menu
        label={messages.display.open}
        align="end"
        trigger={(trigger) => <IconButton {...trigger} icon="panel" label={messages.display.open} />}
        items={[...layouts, ...list.items]}
      />
      {list.dialogs}
    </>
  );
});

/** The dialogs of the list, for its menu and for the verbs that `view.ts` puts into the palette. */
function useListDialogs({ search, plan }: Pick<ListToolsProps, 'search' | 'plan'>) {
  const { isExtended } = useProfile();
  const { reason } = useWriteAccess('any');
  const [dialog, setDialog] = useState<'columns' | 'target' | 'export' | null>(null);
  useEffect(() => {
    const unregister = [
      registerCommand({ id: 'inbox-download', group: 'list', label: '', run: () => setDialog('export') }),
      registerCommand({ id: 'inbox-target', group: 'list', label: '', run: () => setDialog('target') }),
    ];
    return () => unregister.forEach((each) => each());
  }, []);
  const close = () => setDialog(null);
  const item = (key: NonNullable<typeof dialog>): MenuItem => ({
    key,
    label: texts[key],
    group: texts.list,
    onSelect: () => setDialog(key),
  });
  return {
    items: [
      ...(search.layout === 'table' ? [item('columns')] : []),
      ...(isExtended ? [{ ...item('target'), disabledReason: reason }] : []),
      item('export'),
    ],
    dialogs:
      dialog === 'columns' ? (
        <ColumnsDialog onClose={close} />
      ) : dialog === 'target' ? (
        <ReplyTargetDialog onClose={close} />
      ) : dialog === 'export' ? (
        <TicketsExport search={search} plan={plan} onClose={close} />
      ) : null,
  };
}

/** Search, filters and a menu of everything else in the header of a phone. */
export function PhoneTools({ search, plan, hasResults, actions }: ListToolsProps) {
  const { isExtended } = useProfile();
  const [isOpened, setOpened] = useState(false);
  const isSearching = isOpened || search.q !== undefined;
  const [isFiltering, setFiltering] = useState(false);
  const field = useRef<HTMLSpanElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const filter = useRef<HTMLButtonElement>(null);
  const { known, active, changed, itemsOf, saveReason, askName, dialogs } = useListViews(search);
  // The default status is not counted as a filter.
  const count = entriesOf(search).length - (search.status === undefined ? 1 : 0);

  // The focus follows the button that was replaced: into the field and back.
  const was = useRef(isSearching);
  useEffect(() => {
    if (was.current === isSearching) return;
    was.current = isSearching;
    if (isOpened) field.current?.querySelector('input')?.focus();
    else if (document.activeElement === document.body) opener.current?.focus();
  }, [isSearching, isOpened]);

  // Close an empty search that the user has left.
  useEffect(() => {
    if (search.q === undefined && field.current?.contains(document.activeElement) !== true) setOpened(false);
  }, [search.q]);

  function closeSearch(): void {
    setOpened(false);
    if (search.q !== undefined) actions.filter({ q: undefined });
  }

  const { keys } = messages;
  useShortcut('/', () => setOpened(true), { label: messages.search.label, group: keys.group, when: !isSearching });
  useShortcut('f', () => setFiltering(true), { label: keys.filter, group: keys.group });

  const keep = { key: 'keep', disabledReason: saveReason, onSelect: askName };
  const viewItems: readonly MenuItem[] =
    active === undefined
      ? known.isProvided
        ? [{ ...keep, group: viewsMessages.views, label: messages.saveView }]
        : []
      : [
          ...itemsOf(active).map((item) => ({ ...item, group: active.name })),
          ...(changed === undefined ? [] : [{ ...keep, group: active.name, label: viewsMessages.saveAs }]),
        ];
  const list = useListDialogs({ search, plan });
  const items: readonly MenuItem[] = [
    { key: 'refresh', label: messages.refresh, icon: 'refresh', onSelect: () => void actions.refresh() },
    ...viewItems,
    ...(isExtended ? sortItems(plan, actions.filter).map((item) => ({ ...item, group: messages.display.order })) : []),
    ...list.items.filter(({ key }) => key !== 'columns'),
  ];
  return (
    <>
      {isSearching ? (
        <span ref={field} data-whole="" className="flex min-w-0 flex-1 items-center gap-2">
          <IconButton icon="back" label={texts.close} className="-ms-2" onClick={closeSearch} />
          <TicketSearch search={search} hasResults={hasResults} actions={actions} />
        </span>
      ) : (
        <IconButton ref={opener} icon="search" label={messages.search.label} onClick={() => setOpened(true)} />
      )}
      <span className="relative flex-none">
        <IconButton
          ref={filter}
          icon="filter"
          label={count === 0 ? messages.filter.add : texts.filters(count)}
          aria-haspopup="dialog"
          aria-expanded={isFiltering}
          onClick={() => setFiltering(true)}
        />
        {count === 0 ? null : (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute end-0 top-0 grid min-w-4 place-items-center rounded-full bg-accent px-1 text-11 font-medium text-accent-on tabular-nums outline outline-1 outline-transparent"
          >
            {count}
          </span>
        )}
      </span>
      <Menu
        label={messages.display.open}
        align="end"
        trigger={(trigger) => <IconButton {...trigger} icon="more" label={messages.display.open} />}
        items={items}
      />
      {list.dialogs}
      {dialogs}
      {isFiltering ? (
        <FilterPicker
          search={search}
          anchor={filter}
          start={{}}
          onChange={actions.filter}
          onClose={() => setFiltering(false)}
        />
      ) : null}
    </>
  );
}
