import { useState } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { messages } from './page-messages.ts';
import { refreshPage } from './page-frame.tsx';

/** The figures of a page as files. */
export interface PageFiles {
  readonly items: readonly MenuItem[];
  /** Says that nothing can be saved yet. */
  readonly reason: string | undefined;
}

interface PageActionsProps {
  readonly files?: PageFiles;
  /** What else the page can do, in a menu behind its files. */
  readonly more?: readonly MenuItem[];
}

/** What every page of figures has at the end of its header: refresh, and its files; a phone has one menu for all. */
export function PageActions({ files, more = [] }: PageActionsProps) {
  const isPhone = useMedia('(max-width: 767.98px)');
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = () => {
    setRefreshing(true);
    void refreshPage().finally(() => setRefreshing(false));
  };
  if (isPhone && files !== undefined) {
    const { items, reason: disabledReason } = files;
    return (
      <MoreMenu
        items={[
          { key: 'refresh', label: messages.refresh, icon: 'refresh', onSelect: refresh },
          ...more,
          ...items.map((item): MenuItem => ({ ...item, group: messages.export, icon: 'download', disabledReason })),
        ]}
      />
    );
  }
  return (
    <>
      <IconButton icon="refresh" label={messages.refresh} kbd="r" busy={isRefreshing} onClick={refresh} />
      {files === undefined ? null : (
        <Menu
          label={messages.export}
          align="end"
          items={files.items}
          trigger={(props) => (
            <Button {...props} icon="download" disabledReason={files.reason}>
              {messages.export}
            </Button>
          )}
        />
      )}
      {more.length === 0 ? null : <MoreMenu items={more} />}
    </>
  );
}

function MoreMenu({ items }: { readonly items: readonly MenuItem[] }) {
  return (
    <Menu
      label={messages.more}
      align="end"
      items={items}
      trigger={(props) => <IconButton {...props} icon="more" label={messages.more} />}
    />
  );
}
