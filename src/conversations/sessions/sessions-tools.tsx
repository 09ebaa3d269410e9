import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { listInsights } from '#contract/ai-reports.ts';
import { SESSION_OUTCOMES, SESSION_REVIEWS } from '#contract/conversations.ts';
import { CHANNELS } from '#contract/customers.ts';
import { read } from '#src/api/read.ts';
import { messages as page } from '#src/conversations/messages.ts';
import { useShownWindow } from '#src/conversations/queries.ts';
import type { SessionsSearch } from '#src/conversations/search.ts';
import { formatUsd } from '#src/format/money.ts';
import { channelWord, wordOf } from '#src/format/ticket-words.ts';
import { Button } from '#src/ui/button.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { messages } from './messages.ts';
import { SESSION_FILTERS, type SessionFilter, withoutFilters } from './session-rows.ts';

/** USD that the menu offers as the least cost. */
const COSTS = ['0.05', '0.10', '0.25', '1'];
/** Reasons that the menu offers. */
const MAX_REASONS = 10;

interface SessionsToolsProps {
  readonly search: SessionsSearch;
  /** The list shown belongs to the address. */
  readonly hasResults: boolean;
  readonly onChange: (next: SessionsSearch) => void;
  readonly onLeaveSearch: (toFirst: boolean) => void;
  /** How many there are, and their file. */
  readonly children: ReactNode;
}

/** The search, the filters and the order of the list. */
export function SessionsTools({ search, hasResults, onChange, onLeaveSearch, children }: SessionsToolsProps) {
  const change = (next: Partial<SessionsSearch>) => onChange({ ...search, ...next, skip: undefined });
  const items = useFilterItems(search, change);
  const chosen = SESSION_FILTERS.filter((filter) => search[filter] !== undefined);
  return (
    <div className="flex min-h-bar flex-none flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line px-6 py-1.5 max-md:px-4">
      <SearchBox
        label={messages.search}
        clearLabel={messages.clearSearch}
        group={messages.keys.group}
        value={search.q ?? ''}
        hasResults={hasResults}
        className="max-w-72 basis-40 max-md:max-w-none max-md:basis-full"
        onChange={(text) => change({ q: text === '' ? undefined : text })}
        onLeave={onLeaveSearch}
      />
      {chosen.map((filter) => {
        const own = items.filter(({ group }) => group === messages.field[filter]);
        const chip = { field: messages.field[filter], value: valueText(filter, search[filter] ?? '') };
        const remove = () => change({ [filter]: undefined });
        return own.length < 2 ? (
          <FilterChip key={filter} {...chip} onRemove={remove} />
        ) : (
          <Menu
            key={filter}
            label={chip.field}
            items={own}
            trigger={({ ref, onClick, 'aria-expanded': expanded }) => (
              <FilterChip ref={ref} {...chip} expanded={expanded} onOpen={onClick} onRemove={remove} />
            )}
          />
        );
      })}
      <Menu
        label={messages.add}
        items={items}
        trigger={(props) => (
          <Button {...props} size="sm" variant="ghost" icon="filter">
            {messages.add}
          </Button>
        )}
      />
      {chosen.length < 2 ? null : (
        <Button size="sm" variant="ghost" onClick={() => onChange({ ...withoutFilters(search), q: search.q })}>
          {page.removeAll}
        </Button>
      )}
      <span className="ms-auto">
        <Segmented
          label={messages.orderBy}
          value={search.order ?? 'started'}
          options={(['started', 'cost'] as const).map((value) => ({ value, label: messages.order[value] }))}
          onChange={(value) => change({ order: value === 'cost' ? value : undefined })}
        />
      </span>
      <span className="flex items-center gap-2 max-md:w-full max-md:justify-between">{children}</span>
    </div>
  );
}

/** The lines of the menu of filters. */
function useFilterItems(search: SessionsSearch, change: (next: Partial<SessionsSearch>) => void): readonly MenuItem[] {
  const { from, to } = useShownWindow(search);
  const reasons = useQuery({
    ...read(listInsights, { from, to, list: 'reason', limit: MAX_REASONS }),
    staleTime: 300_000,
  });
  const labels = useMemo(() => reasons.data?.items.map(({ label }) => label) ?? [], [reasons.data]);
  const choices = (filter: SessionFilter, values: readonly string[]): readonly MenuItem[] =>
    values.map((value) => ({
      key: `${filter} ${value}`,
      label: valueText(filter, value),
      group: messages.field[filter],
      kind: 'radio',
      checked: search[filter] === value,
      onSelect: () => change({ [filter]: value }),
    }));
  return [
    ...choices('outcome', SESSION_OUTCOMES),
    ...choices('review', SESSION_REVIEWS),
    ...choices('low', ['1']),
    ...choices('cost', COSTS),
    ...choices('channel', CHANNELS),
    ...choices('reason', labels),
  ];
}

/** The value of a filter in words. */
function valueText(filter: SessionFilter, value: string): string {
  if (filter === 'outcome') return wordOf(page.outcome, value);
  if (filter === 'review') return wordOf(page.verdict, value);
  if (filter === 'channel') return channelWord(value);
  if (filter === 'cost') return messages.least(formatUsd(Number(value)));
  return filter === 'low' ? messages.low : value;
}
