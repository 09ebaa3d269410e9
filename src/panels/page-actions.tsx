import { useState } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { messages } from './messages.ts';
import { refreshPage } from './page-frame.tsx';

/** The figures of a page as files. */
export interface PageFiles {
  readonly items: readonly MenuItem[];
  /** Why nothing can be saved yet. */
  readonly reason: string | undefined;
}

interface PageActionsProps {
  readonly files?: PageFiles;
  /** Other actions, in a menu behind the files. */
  readonly more?: readonly MenuItem[];
}

/** Refresh and files at the end of the header of a page of figures; a phone has one menu for all. */
export function PageActions({ files, more = [] }: PageActionsProps) {
  const isPhone = useMedia('(max-width: 767.98px)');
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = () => {
    setRefreshing(true);
    void refreshPage().finally(() => setRefreshing(false));
  };
  if (isPhone && files !== undefined)
    return (
      <MoreMenu
        items={[
          { key: 'refresh', label: messages.refresh, icon: 'refresh', onSelect: refresh },
          ...more,
          ...files.items.map((item): MenuItem => ({
            ...item,
            group: messages.export,
            icon: 'download',
            disabledReason: files.reason,
          })),
        ]}
      />
    );
  return (
    <>
      <IconButton icon="refresh" label={messages.refresh} kbd="r" busy={isRefreshing} onClick={refresh} />
      {files === undefined ? null : <Files {...files} />}
      {more.length === 0 ? null : <MoreMenu items={more} />}
    </>
  );
}

function Files({ items, reason }: PageFiles) {
  const [only] = items;
  if (only !== undefined && items.length === 1)
    return (
      <Button icon="download" disabledReason={reason} onClick={only.onSelect}>
        {messages.export}
      </Button>
    );
  return (
    <Menu
      label={messages.export}
      align="end"
      items={items}
      trigger={(props) => (
        <Button {...props} icon="download" disabledReason={reason}>
          {messages.export}
        </Button>
      )}
    />
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
