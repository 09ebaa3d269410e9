import type { TicketChange } from '#src/ticket-edit/update/change-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { TicketDetail } from '#contract/tickets.ts';
import { ChangeConflict } from '#src/ticket-edit/conflict/change-conflict.tsx';
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
