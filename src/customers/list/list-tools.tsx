import { CHANNELS } from '#contract/customers.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import type { CustomersSearch } from '#src/customers/search.ts';
import { Button } from '#src/ui/button.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { channelOf, orderOf, type CustomerOrder } from './list-query.ts';
import { messages } from './messages.ts';

interface ListFiltersProps {
  readonly search: CustomersSearch;
  readonly onChange: (change: Partial<CustomersSearch>) => void;
}

type ChannelFilter = 'channel' | 'without';
const texts = messages.filter;

/** What narrows the list beside the search: who can be reached how, and who is blocked. */
function ListFilters({ search, onChange }: ListFiltersProps) {
  const itemsOf = (name: ChannelFilter): readonly MenuItem[] =>
    CHANNELS.map((channel) => ({
      key: `${name}-${channel}`,
      label: channelWord(channel),
      glyph: (
        <span aria-hidden="true" className="inline-flex">
          <ChannelIcon channel={channel} label={channelWord(channel)} />
        </span>
      ),
      group: texts[name],
      kind: 'radio',
      checked: search[name] === channel,
      onSelect: () => onChange({ [name]: channel }),
    }));
  const blocked: MenuItem = {
    key: 'blocked',
    label: texts.blocked,
    icon: 'lock',
    group: texts.state,
    kind: 'checkbox',
    checked: search.blocked !== undefined,
    onSelect: () => onChange({ blocked: search.blocked === undefined ? '1' : undefined }),
  };
  return (
    <>
      {(['channel', 'without'] as const).map((name) => {
        const channel = channelOf(search[name]);
        return channel === undefined ? null : (
          <Menu
            key={name}
            label={texts[name]}
            items={itemsOf(name)}
            trigger={({ ref, onClick, 'aria-expanded': expanded }) => (
              <FilterChip
                ref={ref}
                field={texts[name]}
                value={channelWord(channel)}
                expanded={expanded}
                onOpen={onClick}
                onRemove={() => onChange({ [name]: undefined })}
              />
            )}
          />
        );
      })}
      {search.blocked !== undefined ? (
        <Menu
          label={texts.state}
          items={[blocked]}
          trigger={({ ref, onClick, 'aria-expanded': expanded }) => (
            <FilterChip
              ref={ref}
              field={texts.state}
              value={texts.blocked}
              expanded={expanded}
              onOpen={onClick}
              onRemove={() => onChange({ blocked: undefined })}
            />
          )}
        />
      ) : null}
      <Menu
        label={texts.add}
        items={[...itemsOf('channel'), ...itemsOf('without'), blocked]}
        trigger={(props) => (
          <Button {...props} size="sm" variant="ghost" icon="filter">
            {texts.add}
          </Button>
        )}
      />
    </>
  );
}

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
