import { Suspense, useState } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Popover } from '#src/ui/popover.tsx';
import type { Abilities, ListPlan } from './list-plan.ts';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';

// Only the open menu needs its lines.
const DisplayLines = lazyPart(async () => (await import('./display-lines.tsx')).DisplayLines);
const ColumnsDialog = lazyPart(async () => (await import('./columns-dialog.tsx')).ColumnsDialog);
const ExportDialog = lazyPart(async () => (await import('./export-dialog.tsx')).ExportDialog);

interface DisplayMenuProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  readonly can: Abilities;
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
