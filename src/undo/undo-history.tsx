import { useEffect, useId, useRef, useState } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatNear } from '#src/format/time.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { keysNow } from '#src/ui/keys/key-changes.ts';
import { keyStroke } from '#src/ui/keys/key-stroke.ts';
import { Spinner } from '#src/ui/loading.tsx';
import { messages } from './messages.ts';
import { isSameSubject, type UndoEntry, type UndoSubject } from './undo-entry.ts';
import { isUndoable, undoBackTo, undoEntry, useUndoHistory } from './undo.ts';

interface UndoHistoryProps {
  readonly onClose: () => void;
  readonly onOpen: (subject: UndoSubject) => void;
}

/** The changes of this person, newest first, each with its way back; Ctrl Z takes back the newest that is left. */
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

interface UndoLineProps {
  readonly entry: UndoEntry;
  /** The newest that can be undone. */
  readonly isFirst: boolean;
  /** So many newer changes can be undone. */
  readonly newerCount: number;
  /** One of them changed the same subject. */
  readonly hasLater: boolean;
  /** Why it would stay as it is; null where it would not, undefined while that is not known. */
  readonly reason: string | null | undefined;
  readonly onOpen: (subject: UndoSubject) => void;
}

/** One change: when, what, how it stands, and its way back. */
function UndoLine({ entry, isFirst, newerCount, hasLater, reason, onOpen }: UndoLineProps) {
  const zone = useDisplayZone();
  const { key, text, subject, state, note, remark, atMs } = entry;
  const textId = useId();
  const canUndo = isUndoable(entry);
  // What was sent says so itself, and has no button.
  const isPlain = state === 'done' || state === 'begun' || state === 'recalled' || state === 'stays';
  const said = note ?? (isPlain ? null : messages.states[state]);
  const blocked = canUndo && !hasLater && typeof reason === 'string' ? reason : null;
  return (
    <li className="group/undo flex items-start gap-3 border-t border-line py-2" data-state={state}>
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
        {blocked === null ? null : <p className="text-12 text-warn-text">{blocked}</p>}
      </div>
      {state === 'undoing' ? <Spinner /> : null}
      {canUndo ? (
        <div className="flex flex-none flex-col items-end gap-1">
          <Button
            data-newest={isFirst || undefined}
            size="sm"
            aria-describedby={textId}
            title={hasLater ? messages.withLater : undefined}
            {...(isFirst ? { kbd: 'mod+z' } : {})}
            disabledReason={blocked ?? undefined}
            onClick={() => undoEntry(key)}
          >
            {state === 'failed' ? messages.again : messages.undo}
          </Button>
          {newerCount === 0 ? null : (
            <button
              type="button"
              // Of the line that is pointed at or has the focus: on each of them it would drown what was changed.
              className="hit relative text-12 text-accent-text hover:underline pointer-fine:sr-only pointer-fine:group-focus-within/undo:not-sr-only pointer-fine:group-hover/undo:not-sr-only"
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

/** So many are looked at, newest first; what is older is seen when it is undone. */
const MAX_CHECKS = 30;

/**
 * Asks of the newest changes whether they can be undone still, one after the other. A change upon which this person made
 * another one is not asked about: the later one is undone with it.
 * @param entries newest first
 * @returns by key why a change would stay as it is, or null where it would not
 */
function useUndoChecks(entries: readonly UndoEntry[]): ReadonlyMap<string, string | null> {
  const [reasons, setReasons] = useState<ReadonlyMap<string, string | null>>(new Map());
  const latest = useRef(entries);
  useEffect(() => {
    latest.current = entries;
  });
  const known = useRef(new Set<string>());
  const { length } = entries;
  useEffect(() => {
    let isOver = false;
    const seen: UndoSubject[] = [];
    const asked = latest.current.filter((entry) => {
      const isLatest = !seen.some((subject) => isSameSubject(subject, entry.subject));
      if (isUndoable(entry) && entry.subject !== null) seen.push(entry.subject);
      return isUndoable(entry) && entry.check !== null && isLatest && !known.current.has(entry.key);
    });
    const askAll = async (): Promise<void> => {
      for (const { key, check } of asked.slice(0, MAX_CHECKS)) {
        if (isOver || check == null) return;
        // Taken back since: its token is spent.
        if (!latest.current.some((entry) => entry.key === key && isUndoable(entry))) continue;
        try {
          const reason = await check();
          known.current.add(key);
          setReasons((before) => new Map(before).set(key, reason));
        } catch {
          // Not known: its undo will tell.
        }
      }
    };
    void askAll();
    return () => {
      isOver = true;
    };
  }, [length]);
  return reasons;
}
