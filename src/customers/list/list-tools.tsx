import type { CustomersSearch } from '#src/customers/search.ts';
import { SearchBox } from '#src/ui/search-box.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { ListFilters } from './list-filters.tsx';
import { orderOf, type CustomerOrder } from './list-query.ts';
import { messages } from './messages.ts';

interface ListToolsProps {
  readonly search: CustomersSearch;
  readonly hasTools: boolean;
  /** The list is the one of the address. */
  readonly hasResults: boolean;
  readonly onChange: (change: Partial<CustomersSearch>) => void;
  readonly onLeaveSearch: (toFirst: boolean) => void;
}

/** The search, the filters and the order of the list. */
export function ListTools({ search, hasTools, hasResults, onChange, onLeaveSearch }: ListToolsProps) {
  return (
    <div className="flex min-h-bar flex-none flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line px-4 py-1.5">
      <SearchBox
        label={hasTools ? messages.search.all : messages.search.lookup}
        clearLabel={messages.search.clear}
        group={messages.keys.group}
        className="max-md:basis-full md:max-w-[268px] [&>input]:min-h-control"
        value={search.q?.trim() ?? ''}
        hasResults={hasResults}
        onChange={(text) => onChange({ q: text === '' ? undefined : text })}
        onLeave={onLeaveSearch}
      />
      {hasTools ? <ListFilters search={search} onChange={onChange} /> : null}
      <span className="ms-auto flex items-center gap-2">
        <span aria-hidden="true" className="text-12 text-ink-3 max-sm:hidden">
          {messages.orderBy}
        </span>
        <Segmented<CustomerOrder>
          label={messages.orderBy}
          value={orderOf(search)}
          onChange={(order) => onChange({ order: order === 'tickets' ? undefined : order })}
          options={[
            { value: 'tickets', label: messages.order.tickets },
            { value: 'recent', label: messages.order.recent },
            { value: 'name', label: messages.order.name },
          ]}
        />
      </span>
    </div>
  );
}
