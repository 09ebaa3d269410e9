import { saveFile } from '#src/browser/save-file.ts';
import { messages as page } from '#src/ai-usage/messages.ts';
import type { AiSearch } from '#src/ai-usage/search.ts';
import { csvFile } from '#src/format/csv.ts';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';
import { dailyFile, featureFile } from './per-day-table.ts';
import { useLatencies, withLatencies } from './use-latencies.ts';
import { useShownWindow, useWindowFigures } from './use-window-figures.ts';

interface ExportItems {
  readonly items: readonly MenuItem[];
  /** Why nothing can be saved yet. */
  readonly reason: string | undefined;
}

/** The figures on the screen as files, made of the very same rows. */
export function useExportItems(search: AiSearch, hasReports: boolean): ExportItems {
  const window = useShownWindow(search, hasReports);
  const { data } = useWindowFigures(search, hasReports);
  const latencies = useLatencies(window, hasReports && data !== undefined);
  const days = page.days(window.days);
  const save = (make: typeof dailyFile | typeof featureFile): void => {
    if (data === undefined) return;
    const { name, columns, rows } = make(withLatencies(data, latencies), window);
    saveFile(csvFile(columns, rows), name);
    announce(messages.export.done(name));
  };
  return {
    items: [
      { key: 'daily', label: messages.export.daily(days), onSelect: () => save(dailyFile) },
      { key: 'features', label: messages.export.features(days), onSelect: () => save(featureFile) },
    ],
    reason: data === undefined ? messages.export.waiting : undefined,
  };
}
