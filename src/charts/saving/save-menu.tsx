import type { RefObject } from 'react';
import { copyText } from '#src/browser/copy-text.ts';
import { saveFile } from '#src/browser/save-file.ts';
import type { ChartTable } from '#src/charts/chart-types.ts';
import { messages } from '#src/charts/messages.ts';
import type { MenuItem } from '#src/ui/overlay/menu-item.ts';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { tableCsv } from './table-csv.ts';

interface SaveMenuProps {
  readonly title: string;
  readonly note: string;
  readonly table: ChartTable;
  /** Holds the chart's SVG. */
  readonly frame: RefObject<HTMLElement | null>;
  /** The table is shown: there is no picture to save. */
  readonly isTable: boolean;
}

/** The files of a chart: its figures, and its picture as it is on screen. */
export function SaveMenu({ title, note, table, frame, isTable }: SaveMenuProps) {
  const { fileName } = table;

  async function savePicture(kind: 'svg' | 'png'): Promise<void> {
    try {
      const { savePng, saveSvg } = await import('./save-picture.ts');
      const chart = frame.current?.querySelector<SVGSVGElement>('svg[role="img"]');
      if (chart === null || chart === undefined) throw new Error('There is no picture');
      if (kind === 'svg') saveSvg({ chart, title, note, fileName });
      else await savePng({ chart, title, note, fileName });
    } catch {
      toast({ kind: 'error', text: messages.pictureFailed });
    }
  }

  async function copyCsv(): Promise<void> {
    if (await copyText(tableCsv(table))) announce(messages.copied);
    else toast({ kind: 'error', text: messages.copyFailed });
  }

  const disabledReason = isTable ? messages.chartOnly : undefined;
  const items: readonly MenuItem[] = [
    { key: 'csv', label: messages.csv, onSelect: () => saveFile(tableCsv(table), `${fileName}.csv`) },
    { key: 'png', label: messages.png, disabledReason, onSelect: () => void savePicture('png') },
    { key: 'svg', label: messages.svg, disabledReason, onSelect: () => void savePicture('svg') },
    { key: 'copy', label: messages.copyCsv, onSelect: () => void copyCsv() },
  ];
  return (
    <Menu
      label={messages.saveOf(title)}
      align="end"
      items={items}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          aria-label={messages.saveOf(title)}
          className="hit relative min-h-6 text-12 text-accent-text hover:underline"
        >
          {messages.save}
        </button>
      )}
    />
  );
}
