import { Suspense, useEffect } from 'react';
import { useWhoami } from '#src/api/whoami.ts';
import { storage } from '#src/browser/storage.ts';
import { UNDO_HISTORY } from '#src/ticket-edit/undo-key.ts';
import { hideUndoHistory, showUndoHistory, startUndo, useShowsUndoHistory } from '#src/ticket-edit/undo.ts';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { lazyPart, preloadCode } from '#src/ui/lazy-part.tsx';
import { messages } from './messages.ts';

const UndoHistory = lazyPart(async () => (await import('./undo-history.tsx')).UndoHistory);

interface UndoHistoryHostProps {
  readonly onOpenTicket: (id: string) => void;
}

/** Opens the history of changes for whoever asks, offers it in the palette, and takes up what a reload interrupted. */
export function UndoHistoryHost({ onOpenTicket }: UndoHistoryHostProps) {
  const isShown = useShowsUndoHistory();
  const siteId = useWhoami().site_id.toString();
  useEffect(startUndo, []);
  useEffect(() => {
    if (storage.tab.get(UNDO_HISTORY) === null) return;
    preloadCode(async () => (await import('./restore-undo.ts')).restoreUndo(siteId));
  }, [siteId]);
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
        onOpenTicket={(id) => {
          hideUndoHistory();
          onOpenTicket(id);
        }}
      />
    </Suspense>
  );
}
