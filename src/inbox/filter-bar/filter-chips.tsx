import { useRef } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import type { Capabilities } from '#src/inbox/capabilities.ts';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { chipsOf, type Chip } from '#src/inbox/filters/chips.ts';
import type { FilterSearch } from '#src/inbox/filters/filter-query.ts';
import { useAgentNames } from '#src/inbox/filters/use-agent-names.ts';

interface FilterChipsProps {
  readonly search: FilterSearch;
  readonly can: Capabilities;
  /** What the menu is open on. */
  readonly open: { readonly field?: string; readonly entry?: number } | null;
  readonly onOpen: (start: Chip['start'], chip: HTMLElement | null) => void;
  readonly onRemove: (change: Chip['removed']) => void;
}

/** What the list is filtered by: each condition opens the menu, or is removed. */
export function FilterChips({ search, can, open, onOpen, onRemove }: FilterChipsProps) {
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
