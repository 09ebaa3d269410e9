import { formatCount } from '#src/format/number.ts';
import { messages } from '#src/inbox/messages.ts';
import type { TicketList } from './use-ticket-list.ts';

/** "50 of 312", and a way on when some rows failed. */
export function ListFooter({ list }: { readonly list: TicketList }) {
  if (list.total === null) return null;
  const loaded = Math.min(list.rows.countLoaded(), list.total);
  return (
    <footer className="flex min-h-7 flex-none items-center gap-2 border-t border-line px-4 text-12 text-ink-3 tabular-nums">
      <span title={messages.shownHint}>{messages.shown(formatCount(loaded), formatCount(list.total))}</span>
      {list.blockError === null ? null : (
        <span role="alert" className="flex min-w-0 items-center gap-2 text-danger-text">
          {messages.blockFailed}
          <button
            type="button"
            className="hit relative min-h-6 font-medium text-accent-text hover:underline"
            onClick={() => void list.refresh()}
          >
            {messages.retry}
          </button>
        </span>
      )}
    </footer>
  );
}
