import { Suspense, useEffect } from 'react';
import { SITE_KEYS, storage } from '#src/browser/storage.ts';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { lazyPart, preloadCode } from '#src/ui/lazy-part.tsx';
import { messages } from './messages.ts';
import { type UndoKind, type UndoSubject } from './undo-entry.ts';
import { hideUndoHistory, showUndoHistory, startUndo, storeHistory, useShowsUndoHistory } from './undo.ts';

const UndoHistory = lazyPart(async () => (await import('./undo-history.tsx')).UndoHistory);

interface UndoHistoryHostProps {
  readonly siteId: string;
  /** The kinds of changes that there are. */
  readonly loadKinds: () => Promise<readonly UndoKind[]>;
  readonly onOpen: (subject: UndoSubject) => void;
}

/** Opens the history of changes when it is asked for, offers it in the palette, and takes up what a reload interrupted. */
export function UndoHistoryHost({ siteId, loadKinds, onOpen }: UndoHistoryHostProps) {
  const isShown = useShowsUndoHistory();
  useEffect(startUndo, []);
  useEffect(() => {
    addEventListener('pagehide', storeHistory);
    return () => removeEventListener('pagehide', storeHistory);
  }, []);
  useEffect(() => {
    if (storage.tab.get(SITE_KEYS.undoHistory) === null) return;
    preloadCode(async () => {
      const [{ restoreUndo }, kinds] = await Promise.all([import('./restore-undo.ts'), loadKinds()]);
      await restoreUndo(siteId, kinds);
    });
  }, [siteId, loadKinds]);
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
    <Suspense fallback={null}>
      <UndoHistory
        onClose={hideUndoHistory}
        onOpen={(subject) => {
          hideUndoHistory();
          onOpen(subject);
        }}
      />
    </Suspense>
  );
}
