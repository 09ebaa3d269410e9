import { CHANNELS } from '#contract/customers.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import type { CustomersSearch } from '#src/customers/search.ts';
import { Button } from '#src/ui/button.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { channelOf } from './list-query.ts';
import { messages } from './messages.ts';

interface ListFiltersProps {
  readonly search: CustomersSearch;
  readonly onChange: (change: Partial<CustomersSearch>) => void;
}

type ChannelFilter = 'channel' | 'without';
const texts = messages.filter;

/** What narrows the list beside the search: who can be reached how, and who is blocked. */
export function ListFilters({ search, onChange }: ListFiltersProps) {
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
    checked: search.blocked === true,
    onSelect: () => onChange({ blocked: search.blocked === true ? undefined : true }),
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
      {search.blocked === true ? (
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
