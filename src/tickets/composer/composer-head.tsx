import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { TicketDetail } from '#contract/tickets.ts';
import { channelWord, requesterOf } from '#src/format/ticket-words.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { messages } from './messages.ts';
import type { CommentKind } from './send-comment.ts';

const KINDS = ['public', 'internal'] as const;
const KEYS = { public: 'shift+r', internal: 'shift+n' } as const;

interface KindTabsProps {
  readonly kind: CommentKind;
  readonly drafts: Readonly<Record<CommentKind, boolean>>;
  readonly onKind: (kind: CommentKind) => void;
  /** At the end of the line. */
  readonly children: ReactNode;
}

/** Public reply or internal note. */
export function KindTabs({ kind, drafts, onKind, children }: KindTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = KINDS.find((value) => value !== kind) ?? 'public';
    onKind(other);
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-b border-line px-3">
      <div
        ref={list}
        role="tablist"
        aria-label={messages.kinds}
        tabIndex={-1}
        className="flex gap-4"
        onKeyDown={onKeyDown}
      >
        {KINDS.map((value) => {
          const on = value === kind;
          return (
            <button
              key={value}
              type="button"
              role="tab"
              aria-selected={on}
              tabIndex={on ? 0 : -1}
              className={`hit relative inline-flex min-h-9 items-center gap-1.5 border-y-2 border-t-transparent font-medium ${
                on ? 'border-b-ink text-ink' : 'border-b-transparent text-ink-2 hover:text-ink'
              }`}
              onClick={() => onKind(value)}
            >
              {messages[value]}
              {drafts[value] && !on ? (
                <>
                  <span aria-hidden="true" className="size-1.5 rounded-full bg-accent" />
                  <span className="sr-only">{messages.hasDraft}</span>
                </>
              ) : null}
              {on ? null : <Kbd keys={KEYS[value]} />}
            </button>
          );
        })}
      </div>
      <span className="flex-1" />
      {children}
    </div>
  );
}

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
