import { useMutation } from '@tanstack/react-query';
import type { TicketDetail } from '#contract/tickets.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from '#src/tickets/messages.ts';
import { COMMENTS_A_PAGE, earlierCount, loadEarlier } from '#src/tickets/ticket-query.ts';
import { Button } from '#src/ui/button.tsx';

interface EarlierMessagesProps {
  readonly ticket: TicketDetail;
  /** Just before they are put above those that are shown. */
  readonly onArrived: () => void;
}

/** Above a thread of which the newest messages are loaded: how many, and the way to those before them. */
export function EarlierMessages({ ticket, onArrived }: EarlierMessagesProps) {
  const { newest, earlier, earlierFailed } = messages.thread;
  const load = useMutation({ mutationFn: () => loadEarlier(ticket.id, onArrived) });
  const failure = useFailure(load.error);
  const shown = ticket.comments?.length ?? 0;
  const left = earlierCount(ticket);
  return (
    <div className="flex max-w-measure flex-wrap items-center justify-between gap-x-3 gap-y-1 pb-2 text-12 text-ink-3">
      <p className="tabular-nums">{newest(formatCount(shown), formatCount(shown + left))}</p>
      <Button size="sm" className="print:hidden" busy={load.isPending} onClick={() => load.mutate()}>
        {earlier(formatCount(Math.min(left, COMMENTS_A_PAGE)))}
      </Button>
      {failure === null ? null : (
        <p role="alert" className="w-full text-danger-text print:hidden">
          {`${earlierFailed} ${failure.text}`}
        </p>
      )}
    </div>
  );
}
