import { CHANNELS } from '#contract/customers.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import type { CustomersSearch } from '#src/customers/search.ts';
import { PageActions } from '#src/panels/page-actions.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import { SearchBox } from '#src/ui/search-box.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { channelOf, type CustomerOrder, orderOf, ORDERS } from './list-query.ts';
import { messages } from './messages.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useNavigate } from '@tanstack/react-router';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';

interface ListFiltersProps {
  readonly search: CustomersSearch;
  readonly onChange: (change: Partial<CustomersSearch>) => void;
}

const texts = messages.filter;

/** Filters by channel, by a missing channel and by being blocked. Channels that are not deployed are no filter. */
function ListFilters({ search, onChange }: ListFiltersProps) {
  const hasChannels = useWhoami().capabilities.deployed.channels !== false;
  const filters = [
    ...(hasChannels ? (['channel', 'without'] as const) : []).map((name) => {
      const chosen = channelOf(search[name]);
      return {
        name,
        value: chosen === undefined ? null : channelWord(chosen),
        items: CHANNELS.map((channel): MenuItem => ({
          key: `${name}-${channel}`,
          label: channelWord(channel),
          glyph: (
            <span aria-hidden="true" className="inline-flex">
              <ChannelIcon channel={channel} label={channelWord(channel)} />
            </span>
          ),
          group: texts[name],
          kind: 'radio',
          checked: channel === chosen,
          onSelect: () => onChange({ [name]: channel }),
        })),
      };
    }),
    {
      name: 'blocked' as const,
      value: search.blocked === undefined ? null : texts.blocked,
      items: [
        {
          key: 'blocked',
          label: texts.blocked,
          icon: 'lock',
          group: texts.state,
          kind: 'checkbox',
          checked: search.blocked !== undefined,
          onSelect: () => onChange({ blocked: search.blocked === undefined ? '1' : undefined }),
        } satisfies MenuItem,
      ],
    },
  ];
  return (
    <>
      {filters.map(({ name, value, items }) => {
        const field = name === 'blocked' ? texts.state : texts[name];
        return value === null ? null : (
          <Menu
            key={name}
            label={field}
            items={items}
            trigger={({ ref, onClick, 'aria-expanded': expanded }) => (
              <FilterChip
                ref={ref}
                field={field}
                value={value}
                expanded={expanded}
                onOpen={onClick}
                onRemove={() => onChange({ [name]: undefined })}
              />
            )}
          />
        );
      })}
      <Menu
        label={texts.add}
        items={filters.flatMap(({ items }) => items)}
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
  /** The service has `identity_tools`. */
  readonly hasTools: boolean;
  /** The list shown belongs to the address. */
  readonly hasResults: boolean;
  readonly onChange: (change: Partial<CustomersSearch>) => void;
  /** Saves the customers who lack a channel as a file for bulk bind. */
  readonly onBindFile: () => void;
  readonly onLeaveSearch: (toFirst: boolean) => void;
}

/** The search, the filters and the order of the list. */
export function ListTools({ search, hasTools, hasResults, onChange, onBindFile, onLeaveSearch }: ListToolsProps) {
  const lacksChannel = channelOf(search.without) !== undefined;
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
      {hasTools && lacksChannel ? (
        <Button size="sm" icon="download" onClick={onBindFile}>
          {texts.bindFile}
        </Button>
      ) : null}
      <span className="ms-auto flex items-center gap-2">
        <span aria-hidden="true" className="text-12 text-ink-3 max-sm:hidden">
          {messages.orderBy}
        </span>
        <Segmented<CustomerOrder>
          label={messages.orderBy}
          value={orderOf(search)}
          onChange={(order) => onChange({ order: order === 'recent' ? undefined : order })}
          options={ORDERS.map((value) => ({ value, label: messages.order[value] }))}
        />
      </span>
    </div>
  );
}

interface HeaderActionsProps {
  readonly hasTools: boolean;
  readonly onExport: () => void;
  readonly onNew: () => void;
}

/** The buttons of the list's header. */
export function HeaderActions({ hasTools, onExport, onNew }: HeaderActionsProps) {
  const { reason: newReason } = useWriteAccess('customers:write');
  const navigate = useNavigate();
  const reason = hasTools ? newReason : messages.newNeedsTools;
  useShortcut('n', onNew, { label: messages.new, group: messages.keys.group, when: reason === undefined });
  useOfferedVerbs([{ id: 'customers-download', run: onExport }]);
  return (
    <>
      <Button icon="plus" disabledReason={reason} onClick={onNew}>
        {messages.new}
      </Button>
      <IconButton icon="download" label={messages.exporting.title} onClick={onExport} />
      <PageActions
        more={
          hasTools
            ? [
                {
                  key: 'merge',
                  label: messages.merge,
                  icon: 'people',
                  onSelect: () => void navigate({ to: '/customers/merge' }),
                },
              ]
            : []
        }
      />
    </>
  );
}
