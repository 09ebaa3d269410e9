import { memo, useRef, useState } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { useCapabilities, type Capabilities } from '#src/inbox/capabilities.ts';
import type { PickerStart } from '#src/inbox/filter-bar/picker/use-picker.ts';
import { chipsOf, useAgentNames, type Chip } from '#src/inbox/filters/chips.ts';
import type { FilterSearch } from '#src/inbox/filters/filter-query.ts';
import type { InboxButtonsProps } from '#src/inbox/display-menu.tsx';
import { SaveViewButton } from '#src/inbox/saved-views/save-view-button.tsx';
import type { ListPlan } from '#src/inbox/list/list-plan.ts';
import { messages } from '#src/inbox/messages.ts';
import type { InboxSearch } from '#src/inbox/search.ts';
import { Button } from '#src/ui/button.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { FilterPicker } from '#src/inbox/filter-bar/picker/filter-picker.tsx';

interface FilterChipsProps {
  readonly search: FilterSearch;
  readonly open: { readonly field?: string; readonly entry?: number } | null;
  readonly onOpen: (start: Chip['start'], chip: HTMLElement | null) => void;
  readonly onRemove: (change: Chip['removed']) => void;
}

/** Filters of the list: each condition opens the menu, or is removed. */
function FilterChips({ search, open, onOpen, onRemove }: FilterChipsProps) {
  const can = useCapabilities();
  const zone = useDisplayZone();
  const agents = useAgentNames(can, search.assignee !== undefined || search.filter !== undefined);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  return chipsOf(search, can, { agents, zone }).map(({ field, value, start, removed }) => {
    const key = 'field' in start ? start.field : String(start.entry);
    return (
      <FilterChip
        key={key}
        ref={(chip) => {
          if (chip === null) buttons.current.delete(key);
          else buttons.current.set(key, chip);
        }}
        field={field}
        value={value}
        expanded={'field' in start ? open?.field === start.field : open?.entry === start.entry}
        onOpen={() => onOpen(start, buttons.current.get(key) ?? null)}
        onRemove={() => onRemove(removed)}
      />
    );
  });
}

interface SortMenuProps {
  readonly plan: ListPlan;
  readonly onChange: (change: Pick<InboxSearch, 'order_by' | 'dir'>) => void;
}

/** The order of the list; only where the service can sort. */
function SortMenu({ plan, onChange }: SortMenuProps) {
  const can = useCapabilities();
  const current = sortChoiceOf(plan.order, plan.isReversed);
  const name = current === undefined ? '' : messages.order[current.key];
  return (
    <Menu
      label={messages.display.order}
      align="end"
      trigger={(props) => (
        <Button {...props} variant="ghost" size="sm" icon="sort" aria-label={messages.sortedBy(name)}>
          {name}
        </Button>
      )}
      items={sortItems(plan, can, onChange)}
    />
  );
}

interface FilterBarProps extends Pick<InboxButtonsProps, 'search' | 'plan' | 'hasResults' | 'actions'> {
  /** Rows within which they are grouped, where the service cannot sort so. */
  readonly groupedWithin: number | null;
}

export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { search, plan, groupedWithin, hasResults, actions } = props;
  const can = useCapabilities();
  const [picker, setPicker] = useState<PickerStart | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const anchor = useRef<HTMLElement>(null);
  function openPicker(start: PickerStart, from: HTMLElement | null = null): void {
    anchor.current = from ?? add.current;
    setPicker((before) => (before === null ? start : null));
  }

  function apply(change: Partial<InboxSearch>): void {
    actions.filter(change);
    add.current?.focus();
  }

  function removeLast(): void {
    const last = chipsOf(search, can, { agents: new Map(), zone: 'UTC' }).at(-1);
    if (last !== undefined) apply(last.removed);
  }

  useShortcut('f', () => openPicker({}), { label: messages.keys.filter, group: messages.keys.group });

  return (
    <div className="flex min-h-bar flex-none flex-wrap items-center gap-1.5 border-b border-line bg-surface px-4 py-1.5">
      <div role="group" aria-label={messages.filter.bar} className="flex min-w-0 flex-wrap items-center gap-1.5">
        <FilterChips search={search} open={picker} onOpen={openPicker} onRemove={apply} />
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
      {groupedWithin === null ? null : (
        <span className="text-12 text-ink-3">{messages.groupedWithin(formatCount(groupedWithin))}</span>
      )}
      <SaveViewButton search={search} />
      <div className="flex w-56">
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
      </div>
      {can.filters ? <SortMenu plan={plan} onChange={actions.filter} /> : null}
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
  { key: 'updatedAsc', search: { order_by: 'updated', dir: 'asc' } },
  { key: 'priority', search: { order_by: 'priority' } },
  { key: 'priorityAsc', search: { order_by: 'priority', dir: 'asc' } },
  { key: 'waitingAsc', search: { order_by: 'waiting', dir: 'asc' } },
];

function sortChoiceOf(order: NonNullable<InboxSearch['order_by']>, isReversed: boolean): SortChoice | undefined {
  return SORT_CHOICES.find(({ search }) => search.order_by === order && (search.dir === 'asc') === isReversed);
}

export function sortItems(
  plan: ListPlan,
  can: Capabilities,
  onChange: (change: SortChoice['search']) => void,
): readonly MenuItem[] {
  const current = sortChoiceOf(plan.order, plan.isReversed);
  return SORT_CHOICES.filter(({ key }) => key !== 'due' || can.due).map(({ key, search }) => ({
    key,
    label: messages.order[key],
    kind: 'radio',
    checked: current?.key === key,
    onSelect: () => onChange({ order_by: search.order_by, dir: search.dir }),
  }));
}
