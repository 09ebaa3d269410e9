import type { TicketChange } from '#src/ticket-edit/update/change-store.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { messages } from '#src/inbox/messages.ts';

// As high as a finger needs, and no higher a row for it.
const LINK = 'hit relative -my-1 min-h-6 flex-none font-medium text-accent-text hover:underline';

/** How far the change of a row is: waiting, saving, saved, or why it failed and the ways on. */
export function RowState({ change, number }: { readonly change: TicketChange; readonly number: string }) {
  const { state, reason, retry, dismiss } = change;
  const words = messages.rowState;
  const retryWord = change.conflict === undefined ? messages.retry : words.applyMine;
  const dismissWord = change.conflict === undefined ? words.dismiss : words.keepTheirs;
  if (state === 'failed') {
    return (
      // Its buttons are its own; the row around it opens the ticket.
      <span data-own="" className="flex min-w-0 items-center gap-2 text-12 text-danger-text">
        <Icon name="warning" size={14} />
        <span className="min-w-0 truncate" title={reason}>
          {reason}
        </span>
        {retry === undefined ? null : (
          <button
            type="button"
            aria-label={words.named(retryWord, words.retryOf(number))}
            className={LINK}
            onClick={retry}
          >
            {retryWord}
          </button>
        )}
        {dismiss === undefined ? null : (
          <button
            type="button"
            aria-label={words.named(dismissWord, words.dismissOf(number))}
            className={LINK}
            onClick={dismiss}
          >
            {dismissWord}
          </button>
        )}
      </span>
    );
  }
  return (
    <span className="inline-flex flex-none items-center gap-1.5 text-12 text-ink-2">
      {state === 'saving' ? <Spinner /> : null}
      {state === 'saved' ? <Icon name="check" size={14} className="text-ok" /> : null}
      {words[state]}
    </span>
  );
}
