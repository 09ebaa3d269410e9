import { statusWord } from '#src/format/ticket-words.ts';
import type { TicketStatus } from '#contract/tickets.ts';
import { messages } from './messages.ts';
import { ConflictNotice } from '#src/ticket-edit/conflict/conflict-notice.tsx';
import { describeDifference, describeWho } from '#src/ticket-edit/conflict/describe-conflict.ts';
import type { SendConflict } from './composer-state.ts';
import type { CommentKind } from './send-comment.ts';

interface SendConflictNoticeProps {
  readonly conflict: SendConflict;
  readonly kind: CommentKind;
  readonly zone: string;
  readonly onKeep: () => void;
  readonly onApply: (status: TicketStatus | null) => void;
}

/** A reply that the service refused because the ticket is no longer what it was. */
export function SendConflictNotice({ conflict, kind, zone, onKeep, onApply }: SendConflictNoticeProps) {
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
