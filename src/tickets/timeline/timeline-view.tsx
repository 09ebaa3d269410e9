import { useMemo } from 'react';
import { formatDay } from '#src/format/time.ts';
import type { Activity, Comment } from '#contract/tickets.ts';
import { CommentItem } from './comment-item.tsx';
import { EventLine } from './event-line.tsx';
import { buildTimeline } from './timeline.ts';

interface TimelineProps {
  readonly comments: readonly Comment[];
  readonly activity: readonly Activity[];
  readonly zone: string;
  /** The ticket's own channel. */
  readonly channel: string;
}

/** Messages and changes along a rail, oldest first, with a line between days. */
export function Timeline({ comments, activity, zone, channel }: TimelineProps) {
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
              <EventLine run={entry} zone={zone} channel={channel} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function DayLine({ day }: { readonly day: string }) {
  return (
    <p className="flex items-center gap-2 bg-surface py-1.5 text-11 font-medium text-ink-3">
      <span>{day}</span>
      <span className="h-px flex-1 bg-line" />
    </p>
  );
}
