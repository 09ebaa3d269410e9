import type { TicketChange } from '#src/ticket-edit/update/change-store.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { messages } from './messages.ts';

/** Whether the change of a moment ago is saved. What failed is explained below. */
export function ChangeState({ change }: { readonly change: TicketChange | undefined }) {
  const words = messages.change;
  const state = change?.state;
  return (
    <span role="status" className="inline-flex items-center gap-1 ps-1.5 print:hidden">
      {state === 'saving' || state === 'waiting' ? (
        <>
          <Spinner /> {words.saving}
        </>
      ) : state === 'queued' ? (
        <>
          <Icon name="clock" size={14} /> {words.queued}
        </>
      ) : state === 'saved' ? (
        <>
          <Icon name="check" size={14} className="text-ok" /> {words.saved}
        </>
      ) : null}
    </span>
  );
}
