import { Fragment } from 'react';
import { Link } from '@tanstack/react-router';
import { listCustomerTimeline, type TimelineKind, type TimelineItem } from '#contract/customer-timeline.ts';
import { TIMELINE_KINDS } from '#contract/timeline-kinds.ts';
import { readPages } from '#src/api/read.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { formatDay } from '#src/format/time.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { MoreRows, useMoreRows } from '#src/ui/rows/more-rows.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { CountChips } from '#src/ui/count-chips.tsx';
import { messages } from './messages.ts';
import { CustomerPanel, Nothing } from './related-panels.tsx';

const texts = messages.timeline;

const PAGE = 50;

interface TimelinePanelProps {
  readonly customerId: bigint;
  /** Undefined for all. */
  readonly kind: TimelineKind | undefined;
  readonly onKind: (kind: TimelineKind | undefined) => void;
}

/** Everything that happened with a customer, in one order. */
export function TimelinePanel({ customerId, kind, onKind }: TimelinePanelProps) {
  const asked = { identity_id: customerId, ...(kind === undefined ? {} : { kinds: [kind] }) };
  const pages = readPages(listCustomerTimeline, asked, { limit: PAGE });
  const { query, rows, total, more } = useMoreRows({ ...pages, staleTime: 15_000, refetchInterval: 60_000 });
  return (
    <CustomerPanel
      title={texts.title}
      note={
        total === undefined || total === rows.length ? null : texts.shown(formatCount(rows.length), formatCount(total))
      }
    >
      <QueryState query={query} name={texts.name} rows={6}>
        {({ pages: [first] }) => (
          <>
            {first === undefined ? null : (
              <div className="py-1.5 print:hidden">
                <CountChips label={texts.label} value={kind} options={chipsOf(first.counts, kind)} onChange={onKind} />
              </div>
            )}
            {rows.length > 0 ? <TimelineLines items={rows} /> : <Nothing>{texts.empty}</Nothing>}
            <MoreRows {...more} />
          </>
        )}
      </QueryState>
    </CustomerPanel>
  );
}

/** All, and each kind that has something. */
function chipsOf(counts: Readonly<Record<TimelineKind, number>>, chosen: TimelineKind | undefined) {
  const kinds = TIMELINE_KINDS.filter((kind) => counts[kind] > 0 || kind === chosen);
  const total = TIMELINE_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  return [
    { value: undefined, label: texts.all, count: total },
    ...kinds.map((kind) => ({ value: kind, label: texts.kinds[kind], count: counts[kind] })),
  ];
}

/** Newest first, with a line between days. */
function TimelineLines({ items }: { readonly items: readonly TimelineFacts[] }) {
  const zone = useDisplayZone();
  return (
    <ol aria-label={texts.title}>
      {items.map((item, index) => {
        const day = formatDay(item.at_utc, zone);
        const before = items[index - 1];
        return (
          <li key={item.id}>
            {before !== undefined && formatDay(before.at_utc, zone) === day ? null : (
              <p className="flex items-center gap-2 pt-2.5 pb-1 text-11 font-medium text-ink-3">
                <span>{day}</span>
                <span className="h-px flex-1 bg-line" />
              </p>
            )}
            <TimelineLine item={item} />
          </li>
        );
      })}
    </ol>
  );
}

function TimelineLine({ item }: { readonly item: TimelineFacts }) {
  const { ticket_id: ticketId, ticket_number: number, session_id: session, identity_id: identityId, title } = item;
  const link = 'hit relative text-accent-text underline decoration-line-strong underline-offset-2';
  const about = [
    ticketId !== null && (
      <Link to="/tickets/$id" params={{ id: ticketId.toString() }} className={`${link} tabular-nums`}>
        {messages.tickets.number(number === null ? ticketId.toString() : String(number))}
      </Link>
    ),
    identityId !== null && (
      <Link to="/customers/$id" params={{ id: identityId.toString() }} className={link}>
        <bdi>{title ?? texts.identity(identityId.toString())}</bdi>
      </Link>
    ),
    identityId === null && title !== null && title !== '' && (
      <bdi className="text-ink-2">
        <AddressText text={title} />
      </bdi>
    ),
    session !== null && (
      <Link to="/conversations/session/$id" params={{ id: session }} className={`${link} font-mono text-12`}>
        {session}
      </Link>
    ),
  ];
  return (
    <div className="flex min-h-7 items-start gap-2 py-1">
      <span className="grid size-5 flex-none place-items-center text-ink-3">
        <Icon name={iconOf(item.kind)} size={14} />
      </span>
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="font-medium">{whatHappened(item)}</span>
        {about.map((part, at) => part && <Fragment key={at}> {part}</Fragment>)}
        {factsOf(item).map((fact) => (
          <span key={fact} className="text-12 text-ink-3">
            {texts.dot}
            <bdi>
              <AddressText text={fact} />
            </bdi>
          </span>
        ))}
      </p>
      <Instant
        at={item.at_utc}
        form="time"
        className="flex-none text-12 leading-5 whitespace-nowrap text-ink-3 tabular-nums"
      />
    </div>
  );
}

export type TimelineFacts = Omit<TimelineItem, 'kind'> & { readonly kind: string };

const ICONS: Readonly<Record<string, IconName>> = {
  ticket: 'inbox',
  comment: 'chat',
  csat: 'star',
  session: 'spark',
  handoff: 'person',
  event: 'eye',
  channel: 'forward',
  link: 'key',
  note: 'pencil',
  change: 'settings',
};

/** The sign of a kind; one that this version does not know has the clock. */
export function iconOf(kind: string): IconName {
  return Object.hasOwn(ICONS, kind) ? (ICONS[kind] ?? 'clock') : 'clock';
}

/** The event in two or three words; an unknown kind or action is shown as it is sent. */
export function whatHappened({ kind, action, score }: Pick<TimelineFacts, 'kind' | 'action' | 'score'>): string {
  if (kind === 'csat' && score !== null) return texts.rated(score);
  const word = wordOf(texts.words, kind) ?? kind;
  if (action === null) return word;
  const actions: Readonly<Record<string, Readonly<Record<string, string>>>> = texts.actions;
  const known = Object.hasOwn(actions, kind) ? wordOf(actions[kind] ?? {}, action) : undefined;
  return known ?? `${word}: ${action.replaceAll('_', ' ')}`;
}

/** Further facts, in grey: the channel, the state now, who did it. */
export function factsOf({ kind, action, channel, state, actor }: TimelineFacts): readonly string[] {
  // The customer opened the ticket, and a solved one says so itself.
  const isOpening = kind === 'ticket' && action === 'created';
  const now = state === null || (kind === 'ticket' && !isOpening) ? null : (wordOf(texts.states, state) ?? state);
  return [
    channel === null ? null : channelWord(channel),
    now,
    actor === null || isOpening ? null : texts.by(actor),
  ].filter((fact) => fact !== null);
}

function wordOf(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
