import { Suspense } from 'react';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { closePersonData, usePersonDataRequest } from './person-data-request.ts';

const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog);
const EraseDialog = lazyPart(async () => (await import('./erase-dialog.tsx')).EraseDialog);

interface PersonDataHostProps {
  /** The person is gone: whatever page shows them is left. */
  readonly onErased: (id: bigint) => Promise<void>;
}

/** Opens the dialogs of `askForPersonData`, on whatever page somebody is. */
export function PersonDataHost({ onErased }: PersonDataHostProps) {
  const asked = usePersonDataRequest();
  if (asked === null) return null;
  return (
    <Suspense fallback={null}>
      {asked.kind === 'export' ? (
        <ExportDialog asked={asked} onClose={closePersonData} />
      ) : (
        <EraseDialog asked={asked} onClose={closePersonData} onErased={onErased} />
      )}
    </Suspense>
  );
}
