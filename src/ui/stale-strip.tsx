import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import { useOffline } from '#src/browser/offline.ts';
import { Spinner } from './loading.tsx';

interface StaleStripProps {
  /** The time of what is on screen, as text in the chosen zone. */
  readonly shownAt: string;
  /** When it tries again by itself. */
  readonly note?: string | undefined;
  readonly onRetry: () => void;
  readonly retrying?: boolean;
}

/** Under the top bar when a refresh failed: the data stays. Gives way to the banner that says so for the whole page. */
export function StaleStrip({ shownAt, note, onRetry, retrying = false }: StaleStripProps) {
  if (useOffline()) return null;
  return (
    <div
      role="status"
      className="flex min-h-8 flex-none items-center gap-2 border-b border-line bg-warn-tint px-4 text-12 text-warn-text"
    >
      <Icon name="warning" size={14} />
      <span>{messages.couldNotRefresh(shownAt)}</span>
      {note === undefined ? null : (
        <span aria-live="off" className="tabular-nums">
          {note}
        </span>
      )}
      <button
        type="button"
        aria-disabled={retrying || undefined}
        className="hit relative inline-flex min-h-6 items-center gap-1.5 font-medium text-accent-text hover:underline"
        onClick={() => !retrying && onRetry()}
      >
        {retrying ? <Spinner /> : null}
        {messages.retry}
      </button>
    </div>
  );
}
