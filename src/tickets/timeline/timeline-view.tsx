import { memo, use, useMemo, useState } from 'react';
import { formatDay, formatInstant, formatTime } from '#src/format/time.ts';
import type { Activity, Comment } from '#contract/tickets.ts';
import { CommentItem } from './comment-item.tsx';
import { EventLine } from './event-line.tsx';
import type { Self } from './describe-event.ts';
import { BoundaryContext } from './thread-pane.tsx';
import { buildTimeline } from './timeline.ts';
import { messages } from '#src/tickets/messages.ts';

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
  // What had its height when the thread opened keeps it: an estimate instead would move the text.
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
