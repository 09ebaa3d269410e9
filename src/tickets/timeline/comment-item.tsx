import { formatInstant, formatTime } from '#src/format/time.ts';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { Chip } from '#src/ui/chip.tsx';
import type { Comment } from '#contract/tickets.ts';
import { authorOf } from './comment-author.ts';
import { messages } from '#src/tickets/messages.ts';

interface CommentItemProps {
  readonly comment: Comment;
  readonly zone: string;
  /** Near the place where the thread opens; others are laid out when they come into sight. */
  readonly isNear: boolean;
}

/** A message or an internal note. Text only: line breaks are kept, nothing in it becomes a link or a tag. */
export function CommentItem({ comment, zone, isNear }: CommentItemProps) {
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
