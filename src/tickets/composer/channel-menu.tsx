import { channelWord, requesterOf } from '#src/format/ticket-words.ts';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import type { TicketDetail } from '#contract/tickets.ts';
import { messages } from './messages.ts';

const USUAL = ['email', 'web', 'whatsapp', 'messenger', 'instagram', 'sms'] as const;

/** The channel by which the customer wrote last. */
export function lastChannelOf({ comments, channel }: TicketDetail): string {
  return comments?.findLast(({ author_kind: kind }) => kind === 'customer')?.channel ?? channel;
}

interface ChannelMenuProps {
  readonly ticket: TicketDetail;
  readonly channel: string;
  readonly onChannel: (channel: string) => void;
}

/** To whom a reply goes and by which channel. */
export function ChannelMenu({ ticket, channel, onChannel }: ChannelMenuProps) {
  const name = requesterOf(ticket);
  const last = lastChannelOf(ticket);
  const channels = [...new Set([last, ticket.channel, channel, ...USUAL])];
  return (
    <span className="flex min-w-0 items-center gap-2 py-1">
      <span dir="auto" className="min-w-0 truncate text-12 text-ink-2 max-md:hidden">
        {name === null ? messages.toNobody : messages.to(name)}
      </span>
      <Menu
        label={messages.chooseChannel}
        align="end"
        items={channels.map((value) => ({
          key: value,
          label: channelWord(value),
          glyph: <Glyph channel={value} />,
          ...(value === last ? { note: messages.lastUsed } : {}),
          checked: value === channel,
          onSelect: () => onChannel(value),
        }))}
        trigger={(props) => (
          <button
            type="button"
            {...props}
            aria-label={messages.channel(channelWord(channel))}
            className={buttonClass({ size: 'sm' })}
          >
            <Glyph channel={channel} />
            <span dir="auto">{channelWord(channel)}</span>
            <Icon name="chevron-down" size={14} className="text-ink-3" />
          </button>
        )}
      />
    </span>
  );
}

/** The word stands beside it. */
function Glyph({ channel }: { readonly channel: string }) {
  return (
    <span aria-hidden="true" className="inline-flex flex-none">
      <ChannelIcon channel={channel} label={channelWord(channel)} />
    </span>
  );
}
