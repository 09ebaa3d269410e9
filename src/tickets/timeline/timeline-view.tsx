import { memo, use, useMemo, useState } from 'react';
import type { Activity, Comment } from '#contract/tickets.ts';
import { formatDay, formatInstant, formatTime } from '#src/format/time.ts';
import { messages } from '#src/tickets/messages.ts';
import { Chip } from '#src/ui/chip.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { authorOf } from './timeline.ts';
import type { Self } from './event-line.tsx';
import { EventLine } from './event-line.tsx';
import { BoundaryContext } from './thread-pane.tsx';
import { buildTimeline } from './timeline.ts';

interface CommentItemProps {
  readonly comment: Comment;
  readonly zone: string;
  /** Near the place where the thread opens; others are laid out when they come into sight. */
  readonly isNear: boolean;
}

/** A message or an internal note. Text only: line breaks are kept, nothing in it becomes a link or a tag. */
function CommentItem({ comment, zone, isNear }: CommentItemProps) {
  const { thread } = messages;
  const isInternal = comment.visibility === 'internal';
  const name = authorOf(comment);
  return (
    <article
      aria-label={isInternal ? thread.internalBy(name) : thread.commentBy(name)}
      className={`flex gap-2.5 py-2 ${isNear ? '' : '[content-visibility:auto] [contain-intrinsic-size:auto_72px]'}`}
    >
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
          <time
            dateTime={comment.created_utc}
            title={formatInstant(comment.created_utc, zone)}
            className={`text-12 tabular-nums ${isInternal ? 'text-warn-text' : 'text-ink-3'}`}
          >
            {formatTime(comment.created_utc, zone)}
          </time>
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
  /** The ticket's own channel. */
  readonly channel: string;
  readonly self: Self;
}

/** So many entries at the places where a thread opens have their heights at once, or the text would move. */
const NEAR = 30;

/** Messages and changes along a rail, oldest first, with a line between days. */
export const Timeline = memo(function Timeline({ comments, activity, zone, channel, self }: TimelineProps) {
  const entries = useMemo(() => buildTimeline(comments, activity), [comments, activity]);
  const days = useMemo(() => entries.map((entry) => formatDay(entry.atUtc, zone)), [entries, zone]);
  const boundary = use(BoundaryContext);
  const at = entries.findIndex((entry) => entry.kind === 'comment' && entry.comment.id === boundary?.commentId);
  // An entry that had its height when the thread opened keeps it: an estimate instead would move the text.
  const firstKey = entries[0]?.key;
  const [opened, setOpened] = useState({ firstKey, from: entries.length - NEAR });
  if (opened.firstKey !== firstKey) setOpened({ firstKey, from: entries.length - NEAR });
  const isNear = (index: number) => index >= opened.from || (at !== -1 && Math.abs(index - at) < NEAR);
  return (
    <ol className="relative max-w-measure before:absolute before:start-[11.5px] before:top-2 before:bottom-3 before:w-px before:bg-line before:content-['']">
      {entries.map((entry, index) => {
        const day = days[index] ?? '';
        return (
          <li
            key={entry.key}
            data-entry={entry.key}
            data-at={entry.kind === 'comment' ? entry.atUtc : undefined}
            className="relative"
          >
            {day === days[index - 1] ? null : <DayLine day={day} />}
            {entry.kind === 'comment' && entry.comment.id === boundary?.commentId ? (
              <NewLine sinceUtc={boundary.sinceUtc} zone={zone} isToday={day === formatDay(boundary.sinceUtc, zone)} />
            ) : null}
            {entry.kind === 'comment' ? (
              <CommentItem comment={entry.comment} zone={zone} isNear={isNear(index)} />
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

interface NewLineProps {
  readonly sinceUtc: string;
  readonly zone: string;
  /** Of the message below it. */
  readonly isToday: boolean;
}

/** From here on nothing was read yet. */
function NewLine({ sinceUtc, zone, isToday }: NewLineProps) {
  const time = isToday ? formatTime(sinceUtc, zone) : formatInstant(sinceUtc, zone);
  return (
    <p className="flex items-center gap-2 bg-surface py-1.5 text-11 font-medium text-accent-text print:hidden">
      <span className="flex-1 border-t border-accent-line" />
      <span>{messages.thread.newSince(time)}</span>
      <span className="flex-1 border-t border-accent-line" />
    </p>
  );
}
