import { useEffect } from 'react';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { messages } from './messages.ts';
import { restoreUndo } from './restore-undo.ts';
import { type UndoKind, type UndoSubject } from './undo-entry.ts';
import { UndoHistory } from './undo-history.tsx';
import { hideUndoHistory, showUndoHistory, startUndo, storeHistory, useShowsUndoHistory } from './undo.ts';

interface UndoHistoryHostProps {
  readonly siteId: string;
  /** The kinds of changes that there are. */
  readonly kinds: readonly UndoKind[];
  readonly onOpen: (subject: UndoSubject) => void;
}

/** Opens the history of changes when it is asked for, offers it in the palette, and takes up what a reload interrupted. */
export function UndoHistoryHost({ siteId, kinds, onOpen }: UndoHistoryHostProps) {
  const isShown = useShowsUndoHistory();
  useEffect(startUndo, []);
  useEffect(() => {
    addEventListener('pagehide', storeHistory);
    return () => removeEventListener('pagehide', storeHistory);
  }, []);
  useEffect(() => {
    if (storage.tab.get(SITE_KEYS.undoHistory) === null) return;
    // A history that can't be restored is left out.
    restoreUndo(siteId, kinds).catch(() => undefined);
  }, [siteId, kinds]);
  useEffect(
    () =>
      registerCommand({
        id: 'undo-history',
        group: 'tickets',
        label: messages.title,
        keywords: messages.keywords,
        icon: 'recent',
        run: showUndoHistory,
      }),
    [],
  );
  if (!isShown) return null;
  return (
    <UndoHistory
      onClose={hideUndoHistory}
      onOpen={(subject) => {
        hideUndoHistory();
        onOpen(subject);
      }}
    />
  );
}
