import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { useShortcut } from '#src/ui/shortcuts.ts';
import { formatCount } from '#src/format/number.ts';
import { chipsOf, chipText, removeFilter } from './filter-change.ts';
import { useAgentNames, type ChipName } from './filter-values.ts';
import type { Abilities, ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';
import { SearchBox } from './search-box.tsx';
import { SortMenu } from './sort-menu.tsx';

const loadPicker = () => import('./filter-picker.tsx');
const FilterPicker = lazy(async () => ({ default: (await loadPicker()).FilterPicker }));

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
  const [picker, setPicker] = useState<{ readonly field: ChipName | null } | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const anchor = useRef<HTMLElement>(null);
  const chips = useRef(new Map<ChipName, HTMLButtonElement>());
  const names = useAgentNames(can, search.assignee !== undefined);
  const active = chipsOf(search, plan);

  function openPicker(field: ChipName | null): void {
    anchor.current = (field === null ? null : chips.current.get(field)) ?? add.current;
    setPicker((before) => (before === null ? { field } : null));
  }

  function remove(name: ChipName): void {
    onFilter(removeFilter(name));
    add.current?.focus();
  }

  useShortcut('f', () => openPicker(null), { label: messages.keys.filter, group: messages.keys.group });

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
            expanded={picker?.field === name}
            onOpen={() => openPicker(name)}
            onRemove={() => remove(name)}
          />
        ))}
        <Button
          ref={add}
          variant="ghost"
          size="sm"
          icon="filter"
          kbd="f"
          aria-haspopup="dialog"
          aria-expanded={picker !== null && picker.field === null}
          onPointerEnter={() => void loadPicker()}
          onFocus={() => void loadPicker()}
          onClick={() => openPicker(null)}
          onKeyDown={(event) => {
            const last = active.at(-1);
            if (event.key === 'Backspace' && last !== undefined) remove(last);
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
      </div>
      {picker === null ? null : (
        <Suspense fallback={null}>
          <FilterPicker
            search={search}
            plan={plan}
            can={can}
            anchor={anchor}
            startField={picker.field}
            onChange={onFilter}
            onRemoveLast={() => {
              const last = active.at(-1);
              if (last !== undefined) onFilter(removeFilter(last));
            }}
            onClose={() => setPicker(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
