import { useDisplayZone } from '#src/browser/zone.ts';
import type { Conflict } from '#src/ticket-edit/update/change-store.ts';
import { describePatch } from '#src/ticket-edit/update/describe-patch.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import { messages } from './messages.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { describeDifference, describeWho } from './describe-conflict.ts';

interface ChangeConflictProps {
  /** With its activity, which names who it was. */
  readonly ticket: TicketDetail;
  readonly conflict: Conflict;
}

/** A property that somebody else changed at the same time. */
export function ChangeConflict({ ticket, conflict }: ChangeConflictProps) {
  const zone = useDisplayZone();
  const { before, current, patch, keepTheirs, applyMine } = conflict;
  const since = before.updated_utc;
  const seen = since === undefined ? [] : (ticket.activity ?? []).filter(({ created_utc: at }) => at <= since);
  return (
    <div className="max-w-[764px]">
      <ConflictNotice
        title={describeWho({ activity: seen }, ticket, zone)}
        difference={describeDifference(before, current, zone)}
        unsaved={messages.notSaved(describePatch(patch, zone))}
        onKeepTheirs={keepTheirs}
        onApplyMine={applyMine}
      />
    </div>
  );
}
