import { Suspense, useState } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Popover } from '#src/ui/overlay/popover.tsx';
import { DisplayLines } from './lazy-parts.ts';
import type { ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';
import type { Capabilities } from './capabilities.ts';

const ColumnsDialog = lazyPart(async () => (await import('#src/inbox/columns/columns-dialog.tsx')).ColumnsDialog);
const ExportDialog = lazyPart(async () => (await import('#src/inbox/export/export-dialog.tsx')).ExportDialog);

function preloadDialogs(): void {
  ColumnsDialog.preload();
  ExportDialog.preload();
}

interface DisplayMenuProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  readonly can: Capabilities;
  /** Phones have one layout. */
  readonly hasLayouts: boolean;
  readonly onLayout: (layout: 'table' | undefined) => void;
  readonly onChange: (change: Pick<InboxSearch, 'group' | 'limit'>) => void;
}

/** Layout, grouping, page size; and the ways to choose columns and to export. */
export function DisplayMenu({ search, plan, can, hasLayouts, onLayout, onChange }: DisplayMenuProps) {
  const [dialog, setDialog] = useState<'columns' | 'export' | null>(null);
  const isTable = hasLayouts && search.layout === 'table';
  const label = messages.display.open;
  return (
    <>
      <Popover
        label={label}
        role="menu"
        align="end"
        className="min-w-44"
        trigger={(props) => <IconButton {...props} icon="panel" label={label} />}
      >
        {(close) => (
          <DisplayLines
            search={search}
            plan={plan}
            hasLayouts={hasLayouts}
            isTable={isTable}
            onLayout={onLayout}
            onChange={onChange}
            onDialog={setDialog}
            close={close}
            onShown={preloadDialogs}
          />
        )}
      </Popover>
      <Suspense fallback={null}>
        {dialog === 'columns' ? <ColumnsDialog hasAgents={can.agents} onClose={() => setDialog(null)} /> : null}
        {dialog === 'export' ? (
          <ExportDialog search={search} plan={plan} can={can} onClose={() => setDialog(null)} />
        ) : null}
      </Suspense>
    </>
  );
}
