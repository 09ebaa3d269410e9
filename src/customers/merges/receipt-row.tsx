import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { CustomerMerge } from '#contract/customer-merges.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatInstant, formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import { MovedRows } from './moved-rows.tsx';
import { movedWords, namesOf } from './receipts.ts';

interface ReceiptRowProps {
  readonly merge: CustomerMerge;
  /** Why nothing may be written. */
  readonly reason: string | undefined;
  /** It is the one that was asked for. */
  readonly isAlone: boolean;
  readonly onUndo: () => void;
}

/** One merge: who became whom, by whom and when, what moved, and until when there is a way back. */
export function ReceiptRow({ merge, reason, isAlone, onUndo }: ReceiptRowProps) {
  const zone = useDisplayZone();
  const now = useNow();
  const { from, into } = namesOf(merge);
  const title = messages.merged(from, into);
  const moved = movedWords(merge.moved);
  const { undone_utc: undoneAt, undo_until_utc: until } = merge;
  const isOver = Date.parse(until) < now;
  const rowsId = useId();
  const [isShown, setShown] = useState(isAlone);
  // Of what went back, or cannot go back any more, only the counts are kept.
  const hasRows = undoneAt === null && !isOver && merge.moved.tickets + merge.moved.handles + merge.moved.links > 0;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3" data-merge={merge.id}>
      <div className="min-w-0 flex-[1_1_320px]">
        <h2 tabIndex={-1} dir="auto" className="font-medium outline-none [overflow-wrap:anywhere]">
          {title}
        </h2>
        <p className="text-12 text-ink-2">
          <span className="sr-only">{messages.ids}</span> <CustomerLink id={merge.merged_id} /> {messages.into}{' '}
          <CustomerLink id={merge.survivor_id} />
        </p>
        <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">
          {moved === null ? messages.nothingMoved : messages.moved(moved)}
        </p>
        {hasRows ? (
          <button
            type="button"
            aria-expanded={isShown}
            aria-controls={rowsId}
            className="hit relative inline-block min-h-6 text-12 leading-6 text-accent-text hover:underline print:hidden"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? messages.rows.hide : messages.rows.show}
            <span className="sr-only">{`: ${title}`}</span>
          </button>
        ) : null}
        <p className="text-12 text-ink-3 tabular-nums [overflow-wrap:anywhere]">
          {messages.by(merge.actor, formatNear(merge.created_utc, zone, now))}
        </p>
      </div>
      <div className="flex flex-col items-end gap-1 max-md:items-start">
        {undoneAt !== null || isOver ? null : (
          <Button size="sm" disabledReason={reason} aria-label={messages.undoOf(title)} onClick={onUndo}>
            {messages.undo}
          </Button>
        )}
        <p className="text-12 text-ink-3 tabular-nums">
          {undoneAt !== null
            ? messages.undone(formatInstant(undoneAt, zone))
            : isOver
              ? messages.over(formatInstant(until, zone))
              : messages.until(formatInstant(until, zone))}
        </p>
        {isAlone ? null : (
          <Link
            to="/customers/merges"
            search={{ id: String(merge.id) }}
            className="hit relative inline-block min-h-6 text-12 leading-6 text-accent-text hover:underline"
          >
            {messages.permalink}
            <span className="sr-only">{`: ${title}`}</span>
          </Link>
        )}
      </div>
      <div id={rowsId} className="basis-full empty:hidden">
        {hasRows && isShown ? <MovedRows merge={merge} /> : null}
      </div>
    </li>
  );
}

function CustomerLink({ id }: { readonly id: bigint }) {
  return (
    <Link
      to="/customers/$id"
      params={{ id: String(id) }}
      className="hit relative text-accent-text tabular-nums underline"
    >
      {String(id)}
    </Link>
  );
}
