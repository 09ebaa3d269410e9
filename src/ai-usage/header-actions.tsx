import { useState } from 'react';
import { useMedia } from '#src/browser/use-media.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { messages } from './messages.ts';
import { RangeControl } from './range-control.tsx';
import type { AiSearch, TabProps } from './search.ts';
import { useExportItems } from './usage/usage-files.ts';

/** The files of the figures on the screen. */
function ExportButton({ search }: Pick<TabProps<AiSearch>, 'search'>) {
  const { items, reason } = useExportItems(search);
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

interface HeaderActionsProps extends TabProps<AiSearch> {
  /** The tab has figures that can be saved. */
  readonly hasExport: boolean;
  /** Loads again what is on screen. */
  readonly onRefresh: () => Promise<void>;
}

/** The days, and what can be done with the figures of them; a phone has a menu for the latter. */
export function HeaderActions({ search, go, hasExport, onRefresh }: HeaderActionsProps) {
  const isPhone = useMedia('(max-width: 767.98px)');
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = () => {
    setRefreshing(true);
    void onRefresh().finally(() => setRefreshing(false));
  };
  return (
    <>
      <RangeControl search={search} go={go} />
      {isPhone && hasExport ? (
        <PhoneMenu search={search} onRefresh={refresh} />
      ) : (
        <IconButton icon="refresh" label={messages.refresh} kbd="r" busy={isRefreshing} onClick={refresh} />
      )}
      {isPhone || !hasExport ? null : <ExportButton search={search} />}
    </>
  );
}

function PhoneMenu({ search, onRefresh }: Pick<TabProps<AiSearch>, 'search'> & { readonly onRefresh: () => void }) {
  const { items, reason } = useExportItems(search);
  const refresh: MenuItem = { key: 'refresh', label: messages.refresh, icon: 'refresh', onSelect: onRefresh };
  return (
    <Menu
      label={messages.more}
      align="end"
      items={[
        refresh,
        ...items.map((item): MenuItem => ({
          ...item,
          group: messages.export,
          icon: 'download',
          disabledReason: reason,
        })),
      ]}
      trigger={(props) => <IconButton {...props} icon="more" label={messages.more} />}
    />
  );
}
