import type { CsvCell } from '#contract/csv.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { formatCount } from '#src/format/number.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { FileButton } from './file-button.tsx';
import { fieldsFile } from './list-file.ts';
import { messages } from './messages.ts';

interface RowsButtonProps<Field extends string> {
  /** From `useFileName`. */
  readonly fileName: string;
  readonly fields: readonly Field[];
  /** Undefined while they are read. */
  readonly rows: readonly Readonly<Partial<Record<Field, CsvCell>>>[] | undefined;
  /** Of a panel with a file of its own, which has no more room than for an icon. */
  readonly panel?: string;
  /** Of the file in `view.ts`. */
  readonly command?: string;
}

/** Saves a list as CSV whose rows are all on the page already; one that has to be read has an `ExportButton`. */
export function RowsButton<Field extends string>({ fileName, fields, rows, panel, command }: RowsButtonProps<Field>) {
  return (
    <FileButton
      panel={panel}
      command={command}
      total={rows?.length}
      onPress={() => {
        if (rows === undefined) return;
        saveFile(fieldsFile(fields, rows), fileName);
        toast({ kind: 'info', text: messages.savedRows(rows.length, formatCount(rows.length)) });
      }}
    />
  );
}
