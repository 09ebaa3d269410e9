import { useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { codePoints } from '#contract/scalars.ts';
import type { TicketDetail, TicketStatus } from '#contract/tickets.ts';
import { useOffline } from '#src/browser/offline.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { formatDay, formatInstant, formatTime } from '#src/format/time.ts';
import type { CommentKind, DraftState } from '#src/outbox/drafts.ts';
import { lastChannelOf } from '#src/outbox/outgoing.ts';
import { openFields } from '#src/ticket-edit/saved-replies.ts';
import { buttonClass, Button } from '#src/ui/button.tsx';
import { ChannelIcon } from '#src/ui/icons/channel-icon.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';

const KINDS = ['public', 'internal'] as const;
const KEYS = { public: 'shift+r', internal: 'shift+n' } as const;

interface KindTabsProps {
  readonly kind: CommentKind;
  readonly hasOtherDraft: boolean;
  readonly onKind: (kind: CommentKind) => void;
  readonly children: ReactNode;
}

export function KindTabs({ kind, hasOtherDraft, onKind, children }: KindTabsProps) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onKind(kind === 'public' ? 'internal' : 'public');
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-b border-line px-3">
      <div role="tablist" aria-label={messages.kinds} tabIndex={-1} className="flex gap-4" onKeyDown={onKeyDown}>
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
              {hasOtherDraft && !on ? (
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

interface ChannelMenuProps {
  readonly ticket: TicketDetail;
  /** Null: the comments are not loaded. */
  readonly channel: string | null;
  readonly onChannel: (channel: string) => void;
}

export function ChannelMenu({ ticket, channel, onChannel }: ChannelMenuProps) {
  const last = channel === null ? null : lastChannelOf(ticket);
  const known = [last, ticket.channel, channel, ...USUAL];
  const channels = [...new Set(known.filter((value) => value !== null))];
  return (
    <span className="flex min-w-0 items-center gap-2 py-1">
      <span className="min-w-0 truncate text-12 text-ink-2 max-md:hidden">{messages.loggedAs}</span>
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
            aria-label={channel === null ? messages.noChannel : messages.channel(channelWord(channel))}
            className={buttonClass({ size: 'sm' })}
          >
            {channel === null ? (
              messages.lastUsed
            ) : (
              <>
                <Glyph channel={channel} />
                <span dir="auto">{channelWord(channel)}</span>
              </>
            )}
            <Icon name="chevron-down" size={14} className="text-ink-3" />
          </button>
        )}
      />
    </span>
  );
}

/** Decorative: the word is beside it. */
function Glyph({ channel }: { readonly channel: string }) {
  return (
    <span aria-hidden="true" className="inline-flex flex-none">
      <ChannelIcon channel={channel} label={channelWord(channel)} />
    </span>
  );
}

const COUNT_FROM = 18_000;
const MAX_LENGTH = 20_000;

interface ComposerFootProps {
  readonly kind: CommentKind;
  readonly state: DraftState;
  readonly whyNot: string | undefined;
  /** Why the contract refuses the text. */
  readonly problem: string | undefined;
  /** The number of messages of others since the text was begun. */
  readonly answerCount: number;
  readonly onSavedReplies: () => void;
  readonly onSend: (status: TicketStatus | null) => void;
  readonly onDiscard: () => void;
}

/** The readers of the text, the state of its draft, and the buttons. */
export function ComposerFoot(props: ComposerFootProps) {
  const { kind, state, whyNot, problem, answerCount, onSavedReplies, onSend, onDiscard } = props;
  const unfilled = openFields(state.text);
  const zone = useDisplayZone();
  const isOffline = useOffline();
  const hasText = state.text !== '';
  const length = codePoints(state.text);
  const excess = length - MAX_LENGTH;
  const countAtPress = useRef(answerCount);
  const onPointerDown = () => {
    countAtPress.current = answerCount;
  };
  const press = (status: TicketStatus | null) => (event: MouseEvent) => {
    // An answer that arrived while the button was held down has not been read. A key press has detail 0.
    if (event.detail > 0 && answerCount > countAtPress.current) announce(messages.read);
    else onSend(status);
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-2 px-3 pb-2.5">
      <div id="composer-hint" className="min-w-40 flex-1 text-12 text-ink-2">
        {isOffline && hasText ? <p className="text-warn-text">{messages.offline}</p> : <p>{messages.hint[kind]}</p>}
        <p role="status" className="tabular-nums">
          {noteOf(state, zone)}
        </p>
        {length < COUNT_FROM ? null : (
          <p className={`tabular-nums ${excess > 0 ? 'text-danger-text' : ''}`}>
            {excess > 0
              ? messages.tooMany(excess, formatCount(excess))
              : messages.count(formatCount(length), formatCount(MAX_LENGTH))}
          </p>
        )}
        {unfilled.length === 0 ? null : (
          <p role="status" className="text-warn-text [overflow-wrap:anywhere]">
            {messages.open(unfilled, formatCount(unfilled.length))}
          </p>
        )}
        {problem === undefined || excess > 0 ? null : (
          <p role="alert" className="text-danger-text">
            {problem}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button variant="ghost" kbd="/" aria-haspopup="dialog" onClick={onSavedReplies}>
          {messages.savedReplies.button}
        </Button>
        {hasText ? (
          <Button variant="ghost" onClick={onDiscard}>
            {messages.discard}
          </Button>
        ) : null}
        <Button disabledReason={whyNot} onPointerDown={onPointerDown} onClick={press('resolved')}>
          {messages.sendAndResolve[kind]}
        </Button>
        <Button
          variant="primary"
          kbd="mod+enter"
          disabledReason={whyNot}
          onPointerDown={onPointerDown}
          onClick={press(null)}
        >
          {answerCount > 0 ? messages.anyway : messages.send[kind]}
        </Button>
      </div>
    </div>
  );
}

function noteOf({ isStored, savedAtMs, text }: DraftState, zone: string): string {
  if (text === '') return '';
  return isStored ? messages.draft.kept(timeOf(savedAtMs, zone)) : messages.draft.memory;
}

function timeOf(ms: number, zone: string): string {
  const iso = new Date(ms).toISOString();
  const isToday = formatDay(iso, zone) === formatDay(new Date().toISOString(), zone);
  return isToday ? formatTime(iso, zone) : formatInstant(iso, zone);
}
