import { Suspense } from 'react';
import type { ListPlan } from '#src/inbox/list/list-plan.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { useCapabilities } from './capabilities.ts';
import type { InboxSearch } from './search.ts';

const ColumnsDialog = lazyPart(async () => (await import('#src/inbox/columns/columns-dialog.tsx')).ColumnsDialog);
const ExportDialog = lazyPart(async () => (await import('#src/inbox/export/export-dialog.tsx')).TicketsExport);

export type ListDialog = 'columns' | 'export';

export function preloadListDialogs(): void {
  ColumnsDialog.preload();
  ExportDialog.preload();
}

interface ListDialogsProps {
  readonly dialog: ListDialog | null;
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  readonly onClose: () => void;
}

/** Dialogs that the menu of display options and the palette open for the list as it stands. */
export function ListDialogs({ dialog, search, plan, onClose }: ListDialogsProps) {
  const can = useCapabilities();
  return (
    <Suspense fallback={null}>
      {dialog === 'columns' ? <ColumnsDialog hasAgents={can.agents} onClose={onClose} /> : null}
      {dialog === 'export' ? <ExportDialog search={search} plan={plan} onClose={onClose} /> : null}
    </Suspense>
  );
}
