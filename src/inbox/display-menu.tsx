import { useState } from 'react';
import type { InboxActions } from '#src/inbox/list/list-actions.ts';
import type { ListPlan } from '#src/inbox/list/list-plan.ts';
import { IconButton } from '#src/ui/button.tsx';
import type { IconName } from '#src/ui/icons/icon.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Popover } from '#src/ui/overlay/popover.tsx';
import { ListDialogs, type ListDialog } from './list-dialogs.tsx';
import { messages } from './messages.ts';
import type { InboxSearch } from './search.ts';
import { DisplayLines } from './display-lines.tsx';

interface DisplayMenuProps {
  readonly search: InboxSearch;
  readonly plan: ListPlan;
  /** Phones have one layout. */
  readonly isPhone: boolean;
  readonly actions: InboxActions;
  readonly icon?: IconName;
  /** Lines before all others. */
  readonly first?: readonly MenuItem[];
}

export interface InboxButtonsProps extends Omit<DisplayMenuProps, 'icon' | 'first'> {
  readonly isFetching: boolean;
  /** The list is that of the search in the address. */
  readonly hasResults: boolean;
}

/** Layout, grouping, page size; and the ways to choose columns and to export. */
export function DisplayMenu({ icon = 'panel', ...lines }: DisplayMenuProps) {
  const { search, plan } = lines;
  const [dialog, setDialog] = useState<ListDialog | null>(null);
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
        {(close) => <DisplayLines {...lines} onDialog={setDialog} close={close} />}
      </Popover>
      <ListDialogs dialog={dialog} search={search} plan={plan} onClose={() => setDialog(null)} />
    </>
  );
}
