import { useEffect, useRef } from 'react';
import { useDisplayZone } from '#src/api/display-zone.ts';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { toast } from '#src/ui/toast-store.ts';
import { countPlain, entriesOf } from './filter-entries.ts';
import { readFilter } from './filter-json.ts';
import { searchOf } from './filter-search.ts';
import { useAgentNames } from './filter-values.ts';
import { chipWords } from './filter-words.ts';
import type { Abilities } from './list-plan.ts';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';

interface RuleChipsProps {
  readonly search: InboxSearch;
  readonly can: Abilities;
  /** The entry that the menu is open on. */
  readonly openEntry: number | null;
  readonly onOpen: (entry: number, chip: HTMLElement | null) => void;
  readonly onRemove: (change: Partial<InboxSearch>) => void;
}

/** The chips of conditions that have an operator or belong to a group. */
export function RuleChips({ search, can, openEntry, onOpen, onRemove }: RuleChipsProps) {
  const zone = useDisplayZone();
  const agents = useAgentNames(can, search.filter !== undefined);
  const chips = useRef(new Map<number, HTMLButtonElement>());
  const entries = entriesOf(search);
  const { filter } = search;
  const isSenseless = filter !== undefined && readFilter(filter) === null;
  const drop = useRef(onRemove);
  useEffect(() => {
    drop.current = onRemove;
  });
  useEffect(() => {
    if (!isSenseless) return;
    toast({ kind: 'info', text: messages.filter.ignored(`filter=${filter}`.slice(0, 80)) });
    drop.current({ filter: undefined });
  }, [isSenseless, filter]);
  const first = countPlain(search);
  return entries.slice(first).map((entry, step) => {
    const index = first + step;
    const { field, value } = chipWords(entry, { agents, zone });
    return (
      <FilterChip
        key={index}
        ref={(chip) => {
          if (chip === null) chips.current.delete(index);
          else chips.current.set(index, chip);
        }}
        field={field}
        value={value}
        expanded={openEntry === index}
        onOpen={() => onOpen(index, chips.current.get(index) ?? null)}
        onRemove={() => onRemove(searchOf(entries.filter((_, at) => at !== index)))}
      />
    );
  });
}

/** The change of the URL without the last chip. */
export function removeLastRule(search: InboxSearch): Partial<InboxSearch> {
  return searchOf(entriesOf(search).slice(0, -1));
}
