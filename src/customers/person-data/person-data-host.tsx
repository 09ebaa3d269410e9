import { createAtom, useSelector } from '@tanstack/react-store';
import { Suspense } from 'react';
import { lazyComponent } from '#src/ui/fetch-code.ts';

const ExportDialog = lazyComponent(() => import('./export-dialog.tsx'), 'ExportDialog');
const EraseDialog = lazyComponent(() => import('./erase-dialog.tsx'), 'EraseDialog');

interface PersonDataRequest {
  readonly id: bigint;
  /** The customer's name, until the dialog has read more. */
  readonly name: string;
  readonly kind: 'export' | 'erase';
}

const request = createAtom<PersonDataRequest | null>(null);

/** Opens the dialog that saves or erases all that is held of one person. */
export function askForPersonData(asked: PersonDataRequest): void {
  request.set(asked);
}

interface PersonDataHostProps {
  /** The person is gone: whatever page shows them is left. */
  readonly onErased: (id: bigint) => Promise<void>;
}

/** The dialogs of `askForPersonData`, over every page. */
export function PersonDataHost({ onErased }: PersonDataHostProps) {
  const asked = useSelector(request);
  if (asked === null) return null;
  const { id, name } = asked;
  const onClose = () => request.set(null);
  return (
    <Suspense fallback={null}>
      {asked.kind === 'export' ? (
        <ExportDialog id={id} name={name} onClose={onClose} />
      ) : (
        <EraseDialog
          id={id}
          name={name}
          onClose={onClose}
          onExport={() => request.set({ id, name, kind: 'export' })}
          onErased={onErased}
        />
      )}
    </Suspense>
  );
}
