import { useState } from 'react';
import { IconButton } from '#src/ui/button.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { messages } from './messages.ts';
import { refreshPage } from './page-frame.tsx';

interface PageActionsProps {
  /** Other actions, in a menu. */
  readonly more?: readonly MenuItem[];
}

/** Refresh and a menu at the end of the header of a page. */
export function PageActions({ more = [] }: PageActionsProps) {
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = () => {
    setRefreshing(true);
    void refreshPage().finally(() => setRefreshing(false));
  };
  return (
    <>
      <IconButton icon="refresh" label={messages.refresh} kbd="r" busy={isRefreshing} onClick={refresh} />
      {more.length === 0 ? null : (
        <Menu
          label={messages.more}
          align="end"
          items={more}
          trigger={(props) => <IconButton {...props} icon="more" label={messages.more} />}
        />
      )}
    </>
  );
}
