import { useEffect, useRef } from 'react';
import { formatCount } from '#src/format/number.ts';
import { isSameSubject, type UndoEntry, type UndoSubject } from './undo-entry.ts';
import { isUndoable, undoBackTo, undoEntry, useUndoHistory } from './undo.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { keysNow } from '#src/ui/keys/key-changes.ts';
import { keyStroke } from '#src/ui/keys/key-stroke.ts';
import { messages } from './messages.ts';
import { UndoLine } from './undo-line.tsx';
import { useUndoChecks } from './use-undo-checks.ts';

interface UndoHistoryProps {
  readonly onClose: () => void;
  readonly onOpen: (subject: UndoSubject) => void;
}

/** What this person changed, newest first, each with its way back; Ctrl Z takes back the newest that is left. */
export function UndoHistory({ onClose, onOpen }: UndoHistoryProps) {
  const entries = useUndoHistory().toReversed();
  const undoing = entries.filter(({ state }) => state === 'undoing').length;
  const reasons = useUndoChecks(entries);
  const canUndo = (entry: UndoEntry): boolean => isUndoable(entry) && typeof reasons.get(entry.key) !== 'string';
  const left = entries.filter(canUndo);
  const newest = useRef<string | undefined>(undefined);
  useEffect(() => {
    newest.current = left[0]?.key;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (keyStroke(event) !== keysNow('mod+z')) return;
      event.preventDefault();
      if (newest.current !== undefined) undoEntry(newest.current);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  // When it opens, and when the line that had the focus was undone.
  const list = useRef<HTMLUListElement>(null);
  const isOpened = useRef(false);
  const newestKey = left[0]?.key;
  useEffect(() => {
    const { activeElement } = document;
    // After a reload the changes come when the dialog stands: it is open for them once one is there.
    if (newestKey === undefined) return;
    if (isOpened.current && activeElement !== document.body && activeElement?.tagName !== 'DIALOG') return;
    isOpened.current = true;
    list.current?.querySelector<HTMLElement>('[data-newest]')?.focus();
  }, [newestKey]);
  const oldest = left.at(-1);
  return (
    <Dialog
      kind="drawer"
      className="md:w-[480px]"
      title={messages.title}
      onClose={onClose}
      footer={
        oldest === undefined ? undefined : (
          <Button busy={undoing > 0} onClick={() => undoBackTo(oldest.key)}>
            {messages.all(left.length, formatCount(left.length))}
          </Button>
        )
      }
    >
      <p className="text-12 text-ink-3">{messages.lead}</p>
      {entries.length === 0 ? <p className="py-8 text-center text-ink-3">{messages.none}</p> : null}
      <p role="status" className="mt-2 text-12 tabular-nums">
        {entries.length === 0 ? null : summary(left.length, undoing)}
      </p>
      <ul ref={list} className="mt-1">
        {entries.map((entry, at) => {
          const newer = entries.slice(0, at).filter(canUndo);
          return (
            <UndoLine
              key={entry.key}
              entry={entry}
              isFirst={entry.key === newestKey}
              newerCount={newer.length}
              hasLater={newer.some(({ subject }) => isSameSubject(subject, entry.subject))}
              reason={reasons.get(entry.key)}
              onOpen={onOpen}
            />
          );
        })}
      </ul>
    </Dialog>
  );
}

function summary(left: number, undoing: number): string {
  if (undoing > 0) return messages.progress(undoing, formatCount(undoing));
  return left === 0 ? messages.nothingLeft : messages.left(left, formatCount(left));
}
