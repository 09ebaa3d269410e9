import { defineMessages } from '#src/i18n/messages.ts';
import { messages } from '#src/inbox/messages.ts';
import type { TicketChange } from '#src/ticket-edit/update/change-store.ts';
import { Icon } from '#src/ui/icons/icon.tsx';

/** Apart from the other words: the first paint does without. */
const words = defineMessages({
  dismiss: 'Dismiss',
  reload: 'Reload',
  applyAnyway: 'Apply anyway',
  notSaved: (reason: string) => `Not saved. ${reason}`,
  /** The accessible name begins with the visible text. */
  named: (word: string, sentence: string) => `${word}. ${sentence}`,
  retryOf: (n: string) => `Try the change to #${n} again`,
  dismissOf: (n: string) => `Keep #${n} as it is`,
});

interface FailedChangeProps {
  readonly change: TicketChange;
  /** Of the ticket, as people know it. */
  readonly number: string;
}

/** In a row: why the change of its ticket failed, and the ways on. */
export function FailedChange({ change, number }: FailedChangeProps) {
  const { retry, dismiss } = change;
  const isConflict = change.conflict !== undefined;
  const reason = isConflict ? change.reason : words.notSaved(change.reason ?? '');
  const ways = [
    { word: isConflict ? words.applyAnyway : messages.retry, sentence: words.retryOf(number), run: retry },
    { word: isConflict ? words.reload : words.dismiss, sentence: words.dismissOf(number), run: dismiss },
  ];
  return (
    // Its buttons are its own; the row around it opens the ticket.
    <span data-own="" className="flex min-w-0 items-center gap-2 text-12 text-danger-text">
      <Icon name="warning" size={14} />
      <span className="min-w-0 truncate" title={reason}>
        {reason}
      </span>
      {ways.map(({ word, sentence, run }) =>
        run === undefined ? null : (
          <button
            key={word}
            type="button"
            aria-label={words.named(word, sentence)}
            className="hit relative -my-1 min-h-6 flex-none font-medium text-accent-text hover:underline"
            onClick={run}
          >
            {word}
          </button>
        ),
      )}
    </span>
  );
}
