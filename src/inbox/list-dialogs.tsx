import type { ListPlan } from '#src/inbox/list/list-plan.ts';
import { TicketsExport } from '#src/inbox/export/export-dialog.tsx';
import { useCapabilities } from './capabilities.ts';
import type { InboxSearch } from './search.ts';
import { ColumnsDialog } from '#src/inbox/columns/columns-dialog.tsx';
import { ReplyTargetDialog } from './reply-target-dialog.tsx';

export type ListDialog = 'columns' | 'target' | 'export';

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
    <>
      {dialog === 'columns' ? <ColumnsDialog hasAgents={can.agents} onClose={onClose} /> : null}
      {dialog === 'target' ? <ReplyTargetDialog onClose={onClose} /> : null}
      {dialog === 'export' ? <TicketsExport search={search} plan={plan} onClose={onClose} /> : null}
    </>
  );
}
