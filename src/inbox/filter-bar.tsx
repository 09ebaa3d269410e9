import { Suspense, useRef, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useShortcut } from '#src/ui/shortcuts.ts';
import { formatCount } from '#src/format/number.ts';
import { chipsOf, chipText, hasMoreRules, removeFilter } from './filter-change.ts';
import { useAgentNames, type ChipName } from './filter-values.ts';
import type { Abilities, ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';
import type { PickerStart } from './picker-state.ts';
import type { InboxSearch } from './search.ts';
import { SearchBox } from './search-box.tsx';
import { SortMenu } from './sort-menu.tsx';
import { useIdle } from '#src/ui/use-idle.ts';

const loadPicker = () => import('./filter-picker.tsx');
const FilterPicker = lazyPart(async () => (await loadPicker()).FilterPicker);
// Only conditions with an operator need them.
const loadRuleChips = () => import('./filter-chips.tsx');
const RuleChips = lazyPart(async () => (await loadRuleChips()).RuleChips);

const ViewsBar = lazyPart(async () => (await import('./views-bar.tsx')).ViewsBar);

interface FilterBarProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  readonly can: Abilities;
  /** Rows within which they are grouped, where the service cannot sort so. */
  readonly groupedWithin: number | null;
  readonly onFilter: (change: Partial<InboxSearch>) => void;
  readonly onSort: (change: Pick<InboxSearch, 'order_by' | 'dir'>) => void;
}

/** Chips, the menu of filters, the search field and the order. */
export function FilterBar({ search, plan, can, groupedWithin, onFilter, onSort }: FilterBarProps) {
  const [picker, setPicker] = useState<PickerStart | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const anchor = useRef<HTMLElement>(null);
  const chips = useRef(new Map<ChipName, HTMLButtonElement>());
  const names = useAgentNames(can, search.assignee !== undefined);
  const hasViews = useIdle(true);
  const active = chipsOf(search, plan);
  const hasMore = hasMoreRules(search, plan);

  function openPicker(start: PickerStart, from: HTMLElement | null = null): void {
    anchor.current = from ?? add.current;
    setPicker((before) => (before === null ? start : null));
  }

  function apply(change: Partial<InboxSearch>): void {
    onFilter(change);
    add.current?.focus();
  }

  async function removeLast(): Promise<void> {
    const last = active.at(-1);
    if (hasMore) apply((await loadRuleChips()).removeLastRule(search));
    else if (last !== undefined) apply(removeFilter(last));
  }

  useShortcut('f', () => openPicker({}), { label: messages.keys.filter, group: messages.keys.group });

  return (
    <div className="flex min-h-bar flex-none flex-wrap items-center gap-1.5 border-b border-line bg-surface px-4 py-1.5">
      <div role="group" aria-label={messages.filter.bar} className="flex min-w-0 flex-wrap items-center gap-1.5">
        {active.map((name) => (
          <FilterChip
            key={name}
            ref={(chip) => {
              if (chip === null) chips.current.delete(name);
              else chips.current.set(name, chip);
            }}
            field={messages.filter.fields[name]}
            value={chipText(search, name, plan, names)}
            expanded={picker?.field === fieldOf(name)}
            onOpen={() => openPicker({ field: fieldOf(name) }, chips.current.get(name))}
            onRemove={() => apply(removeFilter(name))}
          />
        ))}
        {hasMore ? (
          <Suspense fallback={null}>
            <RuleChips
              search={search}
              can={can}
              openEntry={picker?.entry ?? null}
              onOpen={(entry, chip) => openPicker({ entry }, chip)}
              onRemove={apply}
            />
          </Suspense>
        ) : null}
        <Button
          ref={add}
          variant="ghost"
          size="sm"
          icon="filter"
          kbd="f"
          aria-haspopup="dialog"
          aria-expanded={picker !== null && anchor.current === add.current}
          onPointerEnter={() => void loadPicker()}
          onFocus={() => void loadPicker()}
          onClick={() => openPicker({})}
          onKeyDown={(event) => {
            if (event.key === 'Backspace') void removeLast();
          }}
        >
          {messages.filter.add}
        </Button>
      </div>
      <span className="flex-1 max-md:hidden" />
      {groupedWithin === null ? null : (
        <span className="text-12 text-ink-3 max-md:hidden">{messages.groupedWithin(formatCount(groupedWithin))}</span>
      )}
      <div className="flex min-w-0 flex-none items-center gap-1.5 max-md:w-full">
        <SearchBox value={search.q ?? ''} onChange={(text) => onFilter({ q: text === '' ? undefined : text })} />
        {can.filters ? <SortMenu plan={plan} onChange={onSort} /> : null}
        {hasViews ? (
          <Suspense fallback={null}>
            <ViewsBar search={search} />
          </Suspense>
        ) : null}
      </div>
      {picker === null ? null : (
        <Suspense fallback={null}>
          <FilterPicker
            search={search}
            can={can}
            anchor={anchor}
            start={picker}
            onChange={onFilter}
            onClose={() => setPicker(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

function fieldOf(name: ChipName): NonNullable<PickerStart['field']> {
  return name === 'first_reply' ? 'first_response_utc' : name;
}
