import { useEffect, useState } from 'react';
import { removeRecord, findUnfinished, type ImportRecord } from '#src/bulk-bind/run/record.ts';
import { isRunElsewhere } from '#src/bulk-bind/run/run-import.ts';
import { startMessages as messages } from '#src/bulk-bind/messages.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';

export interface Pending {
  readonly record: ImportRecord;
  /** Another tab is at it. */
  readonly isElsewhere: boolean;
}

/** An import that was cut off in this browser; null where there is none. @param isWanted none runs in this tab */
export function usePending(siteId: string, isWanted: boolean) {
  const [pending, setPending] = useState<Pending | null>(null);
  useEffect(() => {
    if (!isWanted) return setPending(null);
    let isOver = false;
    const look = async (): Promise<void> => {
      const record = await findUnfinished(siteId);
      const found = record === null ? null : { record, isElsewhere: await isRunElsewhere() };
      if (!isOver) setPending(found);
    };
    void look();
    // The other tab may have finished it meanwhile.
    const again = () => void look();
    addEventListener('focus', again);
    return () => {
      isOver = true;
      removeEventListener('focus', again);
    };
  }, [siteId, isWanted]);
  const discard = async (): Promise<void> => {
    if (pending === null) return;
    await removeRecord(pending.record.id);
    setPending(null);
    toast({ kind: 'info', text: messages.discarded });
  };
  return { pending, discard: () => void discard() };
}

interface PendingStripProps {
  readonly pending: Pending;
  /** A file that was chosen and is another one. */
  readonly other: string | null;
  readonly onStartOver: () => void;
  readonly onDiscard: () => void;
}

/** What is left of an import whose tab was closed, and the way to go on with it. */
export function PendingStrip({ pending: { record, isElsewhere }, other, onStartOver, onDiscard }: PendingStripProps) {
  const rows = record.parts.reduce((sum, part) => sum + part.rows, 0);
  const done = record.parts.reduce((sum, part) => sum + (part.state === 'done' ? part.rows : 0), 0);
  const { editedCells } = record.recipe;
  const { name } = record.file;
  return (
    <div
      role="status"
      className="flex min-h-8 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-selected px-4 py-1.5 text-accent-text"
    >
      <Icon name="refresh" size={14} />
      <p className="min-w-40 flex-1 [overflow-wrap:anywhere]">
        {other !== null ? (
          messages.another(name)
        ) : (
          <>
            <b className="font-medium">{messages.pending(name, formatCount(done), formatCount(rows))}</b>{' '}
            {isElsewhere ? messages.elsewhere : messages.pendingText}
            {editedCells > 0 && !isElsewhere
              ? ` ${messages.pendingEdits(editedCells, formatCount(editedCells))}`
              : null}
          </>
        )}
      </p>
      {isElsewhere ? null : other !== null ? (
        <Button size="sm" onClick={onStartOver}>
          {messages.startOver}
        </Button>
      ) : (
        <Button size="sm" onClick={onDiscard}>
          {messages.discard}
        </Button>
      )}
    </div>
  );
}
