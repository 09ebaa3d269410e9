import { useDisplayZone } from '#src/browser/zone.ts';
import { ConflictNotice } from '#src/ticket-edit/conflict-notice.tsx';
import { messages as editMessages } from '#src/ticket-edit/messages.ts';
import type { Conflict, TicketChange } from '#src/ticket-edit/update/change-store.ts';
import { describeDifference, describePatch, describeWho } from '#src/ticket-edit/update/describe-change.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { TicketDetail } from '#contract/tickets.ts';
import { messages } from './messages.ts';

interface ChangeFailureProps {
  readonly ticket: TicketDetail;
  readonly change: TicketChange | undefined;
}

/** A property that could not be changed: why, and the ways on. */
export function ChangeFailure({ ticket, change }: ChangeFailureProps) {
  if (change?.state !== 'failed') return null;
  const { reason, retry, dismiss, conflict } = change;
  const words = messages.change;
  return (
    <div className="flex-none px-5 pt-2 max-md:px-4 print:hidden">
      {conflict === undefined ? (
        <div
          role="alert"
          className="flex max-w-[764px] flex-wrap items-center gap-2 rounded-control border border-danger-line bg-danger-tint px-3 py-1.5 text-12 text-danger-text"
        >
          <Icon name="warning" size={14} />
          <span className="min-w-40 flex-1 [overflow-wrap:anywhere]">{words.notSaved(reason ?? '')}</span>
          {dismiss === undefined ? null : (
            <Button size="sm" onClick={dismiss}>
              {words.dismiss}
            </Button>
          )}
          {retry === undefined ? null : (
            <Button size="sm" onClick={retry}>
              {words.retry}
            </Button>
          )}
        </div>
      ) : (
        <ChangeConflict ticket={ticket} conflict={conflict} />
      )}
    </div>
  );
}

interface ChangeConflictProps {
  /** With its activity, which names who it was. */
  readonly ticket: TicketDetail;
  readonly conflict: Conflict;
}

/** A property that another person changed at the same time. */
function ChangeConflict({ ticket, conflict }: ChangeConflictProps) {
  const zone = useDisplayZone();
  const { before, current, patch, keepTheirs, applyMine } = conflict;
  const since = before.updated_utc;
  const seen = since === undefined ? [] : (ticket.activity ?? []).filter(({ created_utc: at }) => at <= since);
  return (
    <div className="max-w-[764px]">
      <ConflictNotice
        title={describeWho({ activity: seen }, ticket, zone)}
        difference={describeDifference(before, current, zone)}
        unsaved={editMessages.conflict.notSaved(describePatch(patch, zone))}
        onKeepTheirs={keepTheirs}
        onApplyMine={applyMine}
      />
    </div>
  );
}
