import { defineMessages } from '#src/i18n/messages.ts';
import { messages } from '#src/inbox/messages.ts';
import type { TicketChange } from '#src/ticket-edit/update/change-store.ts';
import { Icon } from '#src/ui/icons/icon.tsx';

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
  /** The ticket number. */
  readonly number: string;
}

/** In a row: why its change failed, with buttons to decide. */
export function FailedChange({ change, number }: FailedChangeProps) {
  const { retry, dismiss } = change;
  const isConflict = change.conflict !== undefined;
  const reason = isConflict ? change.reason : words.notSaved(change.reason ?? '');
  const ways = [
    { word: isConflict ? words.applyAnyway : messages.retry, sentence: words.retryOf(number), run: retry },
    { word: isConflict ? words.reload : words.dismiss, sentence: words.dismissOf(number), run: dismiss },
  ];
  return (
    // The grid leaves clicks on these buttons alone.
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
