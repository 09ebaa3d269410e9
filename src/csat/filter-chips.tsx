import { useQuery } from '@tanstack/react-query';
import { Button } from '#src/ui/button.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { keyWord } from './figures.ts';
import { messages } from './messages.ts';
import { splitsOptions, useShownWindow } from './queries.ts';
import { filtersOf, withFilter, type CsatSearch, type TabProps } from './search.ts';

/** Which answers count on this page, each filter with its way out. */
export function FilterChips({ search, go }: TabProps<CsatSearch>) {
  const window = useShownWindow(search);
  // The name of an agent is known where the splits are; nothing is asked for it.
  const { data } = useQuery({ ...splitsOptions(search, window), enabled: false });
  const filters = filtersOf(search);
  const remove = (split: (typeof filters)[number]['split']) =>
    go(withFilter(search, split, undefined), { replace: true });
  return (
    <div
      role="group"
      aria-label={messages.filters}
      className="flex min-h-bar flex-none flex-wrap items-center gap-1.5 border-b border-line bg-surface px-4 py-1.5"
    >
      {filters.map(({ split, key }) => {
        const row = data?.items.find((one) => one.split === split && one.key === key);
        return (
          <FilterChip
            key={split}
            field={messages.split[split]}
            value={split === 'agent' && row !== undefined && key !== 'none' ? row.label : keyWord(split, key)}
            onOpen={() => remove(split)}
            onRemove={() => remove(split)}
          />
        );
      })}
      {filters.length < 2 ? null : (
        <Button
          size="sm"
          variant="ghost"
          onClick={() =>
            go(
              filters.reduce<CsatSearch>((next, { split }) => withFilter(next, split, undefined), search),
              { replace: true },
            )
          }
        >
          {messages.removeAll}
        </Button>
      )}
    </div>
  );
}
