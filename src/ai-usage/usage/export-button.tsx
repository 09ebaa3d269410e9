import { messages as page } from '#src/ai-usage/messages.ts';
import type { TabProps } from '#src/ai-usage/tab-props.ts';
import { Button } from '#src/ui/button.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { useExportItems } from './use-export-items.ts';

/** The files of the figures on the screen. */
export function ExportButton({ search, hasReports }: Pick<TabProps, 'search' | 'hasReports'>) {
  const { items, reason } = useExportItems(search, hasReports);
  return (
    <Menu
      label={page.export}
      align="end"
      items={items}
      trigger={(props) => (
        <Button {...props} icon="download" disabledReason={reason}>
          {page.export}
        </Button>
      )}
    />
  );
}
