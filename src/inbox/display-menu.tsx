import { useState } from 'react';
import type { ListPlan } from '#src/inbox/list/list-plan.ts';
import { IconButton } from '#src/ui/button.tsx';
import type { IconName } from '#src/ui/icons/icon.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Popover } from '#src/ui/overlay/popover.tsx';
import { DisplayLines } from './lazy-parts.ts';
import { ListDialogs, preloadListDialogs, type ListDialog } from './list-dialogs.tsx';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';

interface DisplayOptions {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  /** Phones have one layout. */
  readonly isPhone: boolean;
  readonly onLayout: (layout: 'table' | undefined) => void;
  readonly onDisplay: (change: Pick<InboxSearch, 'group' | 'limit'>) => void;
}

/** Props of the buttons in the page's header. */
export interface InboxActionsProps extends DisplayOptions {
  readonly isFetching: boolean;
  /** The list is that of the search in the address. */
  readonly hasResults: boolean;
  readonly onLeaveSearch: (toFirst: boolean) => void;
  readonly onRefresh: () => Promise<void>;
  readonly onQueue: () => void;
  readonly onFilter: (change: Partial<InboxSearch>) => void;
}

interface DisplayMenuProps extends DisplayOptions {
  readonly icon?: IconName;
  /** Lines before all others. */
  readonly first?: readonly MenuItem[];
}

/** Layout, grouping, page size; and the ways to choose columns and to export. */
export function DisplayMenu(props: DisplayMenuProps) {
  const { search, plan, isPhone, icon = 'panel', first, onLayout, onDisplay } = props;
  const [dialog, setDialog] = useState<ListDialog | null>(null);
  const isTable = !isPhone && search.layout === 'table';
  const label = messages.display.open;
  return (
    <>
      <Popover
        label={label}
        role="menu"
        align="end"
        className="min-w-44"
        trigger={(props) => <IconButton {...props} icon={icon} label={label} />}
      >
        {(close) => (
          <DisplayLines
            search={search}
            plan={plan}
            hasLayouts={!isPhone}
            first={first}
            isTable={isTable}
            onLayout={onLayout}
            onChange={onDisplay}
            onDialog={setDialog}
            close={close}
            onShown={preloadListDialogs}
          />
        )}
      </Popover>
      <ListDialogs dialog={dialog} search={search} plan={plan} onClose={() => setDialog(null)} />
    </>
  );
}
