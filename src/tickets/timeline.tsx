import { memo, useMemo, Fragment } from 'react';
import type { Activity, Comment } from '#contract/tickets.ts';
import { channelWord, priorityWord, statusWord, tagsOf } from '#src/format/ticket-words.ts';
import { formatDay, formatInstant, formatTime } from '#src/format/time.ts';
import { messages } from '#src/tickets/messages.ts';
import { Chip } from '#src/ui/chip.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { PriorityGlyph, StatusGlyph } from '#src/ui/icons/ticket-glyphs.tsx';

/** A run of changes by one actor, shown as one line. */
export interface EventRun {
  readonly kind: 'events';
  readonly key: string;
  readonly actor: string;
  readonly atUtc: string;
  readonly events: readonly Activity[];
}

export interface CommentEntry {
  readonly kind: 'comment';
  readonly key: string;
  readonly atUtc: string;
  readonly comment: Comment;
}

export type TimelineEntry = EventRun | CommentEntry;

const FOLD_MS = 5 * 60_000;

/**
 * Comments and changes, oldest first. Changes by one actor within five minutes are one entry, unless a comment or the
 * creation of the ticket is between them.
 */
export function buildTimeline(comments: readonly Comment[], activity: readonly Activity[]): readonly TimelineEntry[] {
  const hasComments = comments.length > 0;
  const entries: TimelineEntry[] = [
    // The comment itself is in the list.
    ...activity.filter((event) => !(hasComments && event.kind === 'comment')).map(toRun),
    ...comments.map(toEntry),
  ];
  entries.sort((a, b) => Date.parse(a.atUtc) - Date.parse(b.atUtc));
  const folded: TimelineEntry[] = [];
  for (const entry of entries) {
    const before = folded.at(-1);
    if (entry.kind === 'events' && before?.kind === 'events' && isOneRun(before, entry)) {
      folded[folded.length - 1] = { ...before, events: [...before.events, ...entry.events] };
    } else folded.push(entry);
  }
  return folded;
}

function isOneRun(run: EventRun, next: EventRun): boolean {
  if (run.actor !== next.actor || run.events[0]?.kind === 'created' || next.events[0]?.kind === 'created') return false;
  return Date.parse(next.atUtc) - Date.parse(run.atUtc) <= FOLD_MS;
}

function toRun(event: Activity): EventRun {
  return { kind: 'events', key: `a${event.id}`, actor: event.actor, atUtc: event.created_utc, events: [event] };
}

function toEntry(comment: Comment): CommentEntry {
  return { kind: 'comment', key: `c${comment.id}`, atUtc: comment.created_utc, comment };
}

export function authorOf({ author_name: name, author_kind: kind }: Comment): string {
  const { thread } = messages;
  if (name !== null) return name;
  if (kind === 'customer') return thread.customer;
  if (kind === 'agent') return thread.agent;
  return kind === 'ai' ? thread.ai : thread.someone;
}

/** Decorative: the words are beside it. */
function EventIcon({ event }: { readonly event: Activity | undefined }) {
  const value = event?.to ?? '';
  switch (event?.kind) {
    case 'created':
      return <Icon name="inbox" size={14} />;
    case 'status':
      return <StatusGlyph status={value} label={statusWord(value)} />;
    case 'priority':
      return <PriorityGlyph priority={value} label={priorityWord(value)} />;
    case 'assignee':
      return <Icon name="person" size={14} />;
    case 'tags':
      return <Icon name="tag" size={14} />;
    case 'snooze':
      return <Icon name="clock" size={14} />;
    default:
      return <Icon name="pencil" size={14} />;
  }
}

interface EventLineProps {
  readonly run: EventRun;
  readonly zone: string;
  readonly channel: string;
  readonly self: Self;
}

/** A run of changes as one grey line. */
export function EventLine({ run, zone, channel, self }: EventLineProps) {
  const { events } = run;
  return (
    <div className="flex min-h-7 items-start gap-2 py-1">
      <span aria-hidden="true" className="grid size-6 flex-none place-items-center bg-surface text-ink-3 -my-0.5">
        <EventIcon event={events.at(-1)} />
      </span>
      <p className="min-w-0 flex-1 pt-0.5 text-12 text-ink-3 [overflow-wrap:anywhere]">
        {events[0]?.kind === 'created' ? null : <span dir="auto">{nameOf(run.actor, self)} </span>}
        <Phrases events={events} zone={zone} channel={channel} self={self} /> <Time iso={run.atUtc} zone={zone} />
      </p>
    </div>
  );
}

interface PhrasesProps {
  readonly events: readonly Activity[];
  readonly zone: string;
  readonly channel: string;
  readonly self: Self;
}

function Phrases({ events, zone, channel, self }: PhrasesProps) {
  return events
    .flatMap((event) => phrasesOf(event, zone, channel, self))
    .map(({ verb, value }, index) => (
      // The same words may occur twice, so the index is the key.
      <Fragment key={index}>
        {index === 0 ? '' : messages.event.and}
        {verb}
        {value === null ? null : (
          <>
            {' '}
            <b dir="auto" className="font-medium text-ink-2">
              {value}
            </b>
          </>
        )}
      </Fragment>
    ));
}

interface TimeProps {
  readonly iso: string;
  readonly zone: string;
  readonly className?: string;
}

function Time({ iso, zone, className = 'text-11' }: TimeProps) {
  return (
    <time
      dateTime={iso}
      title={formatInstant(iso, zone)}
      data-paper={formatInstant(iso, zone, 0)}
      className={`whitespace-nowrap tabular-nums ${className}`}
    >
      {formatTime(iso, zone)}
    </time>
  );
}

export interface EventPhrase {
  readonly verb: string;
  readonly value: string | null;
}

/** The person of this token: activity names the token, an assignment the agent. */
export interface Self {
  readonly label: string;
  readonly agentName: string | null;
}

/** Replaces the label of one's own token by the agent's name, so that a person has one name. */
function nameOf(actor: string, { label, agentName }: Self): string {
  return actor === label && agentName !== null ? agentName : actor;
}

/** One change in words; a change of tags may need two phrases. */
export function phrasesOf(event: Activity, zone: string, channel: string, self: Self): readonly EventPhrase[] {
  const words = messages.event;
  const { kind, actor, from, to } = event;
  switch (kind) {
    case 'created':
      return [{ verb: words.created, value: channelWord(channel) }];
    case 'status':
      return [{ verb: words.status, value: statusWord(to ?? '') }];
    case 'priority':
      return [{ verb: words.priority, value: priorityWord(to ?? '') }];
    case 'assignee':
      if (to !== null && to === nameOf(actor, self)) return [{ verb: words.took, value: null }];
      if (to !== null) return [{ verb: words.assigned, value: to }];
      return [from === null ? { verb: words.unassigned, value: null } : { verb: words.unassignedOne, value: from }];
    case 'tags':
      return tagPhrases(from, to);
    case 'snooze':
      return [
        to === null ? { verb: words.woken, value: null } : { verb: words.snoozed, value: formatInstant(to, zone) },
      ];
    case 'comment':
      return [{ verb: words.comment, value: null }];
    default:
      return [{ verb: words.other, value: String(kind) }];
  }
}

function tagPhrases(from: string | null, to: string | null): readonly EventPhrase[] {
  const [before, after] = [tagsOf(from), tagsOf(to)];
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  const phrases = [
    { verb: messages.event.tagged, value: added.join(', ') },
    { verb: messages.event.untagged, value: removed.join(', ') },
  ].filter(({ value }) => value !== '');
  return phrases.length > 0 ? phrases : [{ verb: messages.event.other, value: messages.properties.tags }];
}

interface CommentItemProps {
  readonly comment: Comment;
  readonly zone: string;
}

/** A message or an internal note, as plain text with its line breaks. */
function CommentItem({ comment, zone }: CommentItemProps) {
  const { thread } = messages;
  const isInternal = comment.visibility === 'internal';
  const name = authorOf(comment);
  return (
    <article aria-label={isInternal ? thread.internalBy(name) : thread.commentBy(name)} className="flex gap-2.5 py-2">
      <span className="flex-none rounded-full ring-[3px] ring-(--bg-surface)">
        <Avatar name={name} size="md" />
      </span>
      <div
        className={`min-w-0 flex-1 ${isInternal ? '-my-0.5 rounded-control border border-transparent bg-warn-tint px-2.5 py-1.5' : ''}`}
      >
        <div className="flex flex-wrap items-baseline gap-x-1.5">
          <span dir="auto" className="min-w-0 font-semibold [overflow-wrap:anywhere]">
            {name}
          </span>
          <span className={`text-12 ${isInternal ? 'text-warn-text' : 'text-ink-3'}`}>
            {isInternal ? thread.internal : byChannel(comment.channel)}
          </span>
          {comment.author_kind === 'ai' ? <Chip>{thread.ai}</Chip> : null}
          {comment.author_kind === 'system' ? <Chip>{thread.system}</Chip> : null}
          <span className="flex-1" />
          <Time
            iso={comment.created_utc}
            zone={zone}
            className={isInternal ? 'text-12 text-warn-text' : 'text-12 text-ink-3'}
          />
        </div>
        <p dir="auto" className="mt-1 whitespace-pre-wrap text-pretty text-ink [overflow-wrap:anywhere]">
          {comment.body.trim() === '' ? thread.empty : comment.body}
        </p>
      </div>
    </article>
  );
}

function byChannel(channel: string): string {
  const known: Readonly<Record<string, string>> = messages.thread.by;
  return (Object.hasOwn(known, channel) ? known[channel] : undefined) ?? messages.thread.via(channel);
}

interface TimelineProps {
  readonly comments: readonly Comment[];
  readonly activity: readonly Activity[];
  readonly zone: string;
  readonly channel: string;
  readonly self: Self;
}

/** Messages and changes, oldest first, with a line between days. */
export const Timeline = memo(function Timeline({ comments, activity, zone, channel, self }: TimelineProps) {
  const entries = useMemo(() => buildTimeline(comments, activity), [comments, activity]);
  const days = useMemo(() => entries.map((entry) => formatDay(entry.atUtc, zone)), [entries, zone]);
  return (
    <ol className="relative max-w-measure before:absolute before:start-[11.5px] before:top-2 before:bottom-3 before:w-px before:bg-line before:content-['']">
      {entries.map((entry, index) => {
        const day = days[index] ?? '';
        return (
          <li key={entry.key} className="relative">
            {day === days[index - 1] ? null : <DayLine day={day} />}
            {entry.kind === 'comment' ? (
              <CommentItem comment={entry.comment} zone={zone} />
            ) : (
              <EventLine run={entry} zone={zone} channel={channel} self={self} />
            )}
          </li>
        );
      })}
    </ol>
  );
});

function DayLine({ day }: { readonly day: string }) {
  return (
    <p className="flex items-center gap-2 bg-surface py-1.5 text-11 font-medium text-ink-3">
      <span>{day}</span>
      <span className="h-px flex-1 bg-line" />
    </p>
  );
}
