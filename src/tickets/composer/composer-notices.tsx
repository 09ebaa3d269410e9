import { useEffect } from 'react';
import type { Comment, TicketStatus } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { type Failure } from '#src/api/use-failure.ts';
import { statusWord } from '#src/format/ticket-words.ts';
import { formatTime } from '#src/format/time.ts';
import { ConflictNotice } from '#src/ticket-edit/conflict-notice.tsx';
import { describeDifference, describeWho } from '#src/ticket-edit/update/describe-change.ts';
import { authorOf } from '#src/tickets/timeline/timeline.ts';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { useDisplayZone } from '#src/browser/zone.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import type { SendConflict } from './draft-session.ts';
import { messages } from './messages.ts';
import type { CommentKind } from './send-comment.ts';

interface ComposerFailureProps {
  readonly error: unknown;
  readonly failure: Failure;
  readonly kind: CommentKind;
}

/** Why it was not sent, and that nothing is lost. */
export function ComposerFailure({ error, failure, kind }: ComposerFailureProps) {
  const isUnknown = mayHaveArrived(error);
  const field = error instanceof ApiFailure && error.kind === 'bad_request' ? error.message : null;
  return (
    <div role="alert" className="flex items-start gap-2 px-3 pb-2 text-12 [overflow-wrap:anywhere]">
      <Icon name="warning" size={14} className="mt-px text-danger" />
      <p className="min-w-0 flex-1 text-danger-text">
        <b className="font-medium">{isUnknown ? messages.unknown[kind] : messages.failed[kind]}.</b>{' '}
        {field ?? `${failure.title}. ${failure.text}`} {isUnknown ? messages.unknownText : messages.textKept}
        {failure.requestId === null ? null : (
          <span className="ms-1 inline-flex items-center gap-1 text-ink-3">
            <span className="font-mono text-11">{messages.request(failure.requestId)}</span>
            <CopyButton text={failure.requestId} label={messages.copyRequest} />
          </span>
        )}
      </p>
    </div>
  );
}

/** The request went out and no answer came. */
function mayHaveArrived(error: unknown): boolean {
  return error instanceof ApiFailure && ['network', 'timeout', 'unreadable'].includes(error.kind);
}

interface SendConflictNoticeProps {
  readonly conflict: SendConflict;
  readonly kind: CommentKind;
  readonly onKeep: () => void;
  readonly onApply: (status: TicketStatus | null) => void;
}

/** A reply that the service refused because the ticket is no longer what it was. */
export function SendConflictNotice({ conflict, kind, onKeep, onApply }: SendConflictNoticeProps) {
  const zone = useDisplayZone();
  const { before, current, status } = conflict;
  const words = messages.conflict;
  const unsent = status === null ? words.notSent[kind] : words.notSentWith[kind](statusWord(status));
  return (
    <ConflictNotice
      isAttached
      title={describeWho(before, current, zone)}
      difference={describeDifference(before, current, zone)}
      unsaved={`${unsent} ${messages.textKept}`}
      onKeepTheirs={onKeep}
      onApplyMine={() => onApply(status)}
    />
  );
}

interface AnswerNoticeProps {
  /** Messages that came while the reply was written, oldest first; at least one. */
  readonly answers: readonly Comment[];
  readonly isAttached: boolean;
}

/** The messages of others that came meanwhile, folded. */
export function AnswerNotice({ answers, isAttached }: AnswerNoticeProps) {
  const zone = useDisplayZone();
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
