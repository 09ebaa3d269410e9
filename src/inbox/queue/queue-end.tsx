import { useEffect, useRef } from 'react';
import { formatCount } from '#src/format/number.ts';
import { useFailedTickets } from '#src/ticket-edit/update/change-store.ts';
import { showUndoHistory } from '#src/ticket-edit/undo.ts';
import { Button } from '#src/ui/button.tsx';
import { messages } from './messages.ts';
import { OUTCOMES, tallyOutcomes, type Queue } from './queue-model.ts';

interface QueueEndProps {
  readonly queue: Queue;
  readonly onSkipped: () => void;
  readonly onLeft: () => void;
  readonly onLeave: () => void;
}

const ORDER = [...OUTCOMES, 'failed', 'left'] as const;

/** What became of the queue, in a sentence whose figures add up. */
export function QueueEnd({ queue, onSkipped, onLeft, onLeave }: QueueEndProps) {
  const { end } = messages;
  const failed = useFailedTickets();
  const counts = tallyOutcomes(queue, failed);
  const { length: total } = queue.items;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const parts = ORDER.filter((name) => counts[name] > 0).map((name) => end.part(formatCount(counts[name]), name));
  const isAll = counts.skipped + counts.left + counts.failed === 0;
  return (
    <div className="mx-auto flex max-w-measure flex-col items-center px-5 py-16 text-center">
      <h2 ref={heading} tabIndex={-1} className="text-16 font-semibold outline-none">
        {isAll ? end.allDone(total, formatCount(total)) : end.ended(total, formatCount(total))}
      </h2>
      <p className="mt-1 text-ink-2 tabular-nums">{end.sum(parts)}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {counts.left > 0 ? <Button onClick={onLeft}>{end.left(counts.left, formatCount(counts.left))}</Button> : null}
        {counts.skipped > 0 ? (
          <Button onClick={onSkipped}>{end.skipped(counts.skipped, formatCount(counts.skipped))}</Button>
        ) : null}
        <Button variant="ghost" icon="recent" onClick={showUndoHistory}>
          {messages.history}
        </Button>
        <Button variant="primary" onClick={onLeave}>
          {messages.back}
        </Button>
      </div>
    </div>
  );
}
