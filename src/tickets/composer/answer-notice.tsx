import { useEffect } from 'react';
import { formatTime } from '#src/format/time.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { Comment } from '#contract/tickets.ts';
import { messages } from './messages.ts';
import { authorOf } from '#src/tickets/timeline/comment-author.ts';

interface AnswerNoticeProps {
  /** What came while the reply was written, oldest first; at least one. */
  readonly answers: readonly Comment[];
  readonly zone: string;
  /** Another notice stands on it. */
  readonly isAttached: boolean;
}

/** Somebody else was heard meanwhile: what they said, folded. */
export function AnswerNotice({ answers, zone, isAttached }: AnswerNoticeProps) {
  const [first, ...more] = answers;
  const time = first === undefined ? '' : formatTime(first.created_utc, zone);
  const sentence =
    first === undefined
      ? ''
      : (first.author_kind === 'customer' ? messages.wrote : messages.answered)(authorOf(first), time);
  useEffect(() => announce(`${sentence} ${messages.read}`), [sentence]);
  return (
    <details className={`border border-b-0 border-warn-line bg-warn-tint ${isAttached ? '' : 'rounded-t-[8px]'}`}>
      <summary className="flex min-h-control flex-wrap items-center gap-x-2.5 px-3 py-1.5">
        <Icon name="warning" size={14} className="text-warn-text" />
        <b dir="auto" className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          {sentence}
        </b>
        <span className="text-12 text-ink-2">{more.length === 0 ? messages.read : messages.andMore(more.length)}</span>
      </summary>
      {/* The whole of it stands in the conversation above. */}
      <div className="flex flex-col gap-2 px-3 pb-2.5 ps-9 text-ink-2">
        {answers.map((answer) => (
          <p
            key={answer.id.toString()}
            dir="auto"
            className="line-clamp-6 whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            {answer.body}
          </p>
        ))}
      </div>
    </details>
  );
}
