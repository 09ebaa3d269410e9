import { useId } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatNear } from '#src/format/time.ts';
import type { UndoEntry, UndoSubject } from './undo-entry.ts';
import { isUndoable, undoBackTo, undoEntry } from './undo.ts';
import { Button } from '#src/ui/button.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { messages } from './messages.ts';

interface UndoLineProps {
  readonly entry: UndoEntry;
  /** The newest that can be undone. */
  readonly isFirst: boolean;
  /** So many newer changes can be undone. */
  readonly newerCount: number;
  /** One of them changed the same subject. */
  readonly hasLater: boolean;
  /** Why it would stay as it is; null where it would not, undefined while nobody knows. */
  readonly reason: string | null | undefined;
  readonly onOpen: (subject: UndoSubject) => void;
}

/** One change: when, what, how it stands, and its way back. */
export function UndoLine({ entry, isFirst, newerCount, hasLater, reason, onOpen }: UndoLineProps) {
  const zone = useDisplayZone();
  const { key, text, subject, state, note, remark, atMs } = entry;
  const textId = useId();
  const canUndo = isUndoable(entry);
  const said = note ?? (state === 'done' ? null : messages.states[state]);
  const blocked = canUndo && !hasLater && typeof reason === 'string' ? reason : null;
  return (
    <li className="flex items-start gap-3 border-t border-line py-2" data-state={state}>
      <div className="min-w-0 flex-1">
        <p id={textId} className={`[overflow-wrap:anywhere] ${state === 'undone' ? 'text-ink-3 line-through' : ''}`}>
          {subject === null ? (
            text
          ) : (
            <button type="button" className="text-start hover:underline" onClick={() => onOpen(subject)}>
              {text}
            </button>
          )}
        </p>
        <p className="text-12 text-ink-3 tabular-nums">
          {formatNear(new Date(atMs).toISOString(), zone, Date.now())}
          {said === null ? null : <span className="before:content-['_·_']">{said}</span>}
        </p>
        {remark === null ? null : <p className="text-12 text-ink-3">{remark}</p>}
        {canUndo && hasLater ? <p className="text-12 text-ink-3">{messages.withLater}</p> : null}
        {blocked === null ? null : <p className="text-12 text-warn-text">{blocked}</p>}
      </div>
      {state === 'undoing' ? <Spinner /> : null}
      {canUndo ? (
        <div className="flex flex-none flex-col items-end gap-1">
          <Button
            data-newest={isFirst || undefined}
            size="sm"
            aria-describedby={textId}
            {...(isFirst ? { kbd: 'mod+z' } : {})}
            disabledReason={blocked ?? undefined}
            onClick={() => undoEntry(key)}
          >
            {state === 'failed' ? messages.again : messages.undo}
          </Button>
          {newerCount === 0 ? null : (
            <button
              type="button"
              className="hit relative text-12 text-accent-text hover:underline"
              onClick={() => undoBackTo(key)}
            >
              {messages.backTo(newerCount, formatCount(newerCount))}
            </button>
          )}
        </div>
      ) : null}
    </li>
  );
}
