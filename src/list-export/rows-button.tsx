import type { CsvCell } from '#contract/csv.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { formatCount } from '#src/format/number.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { fieldsFile } from './list-file.ts';
import { messages } from './messages.ts';

interface RowsButtonProps<Field extends string> extends Pick<FileButtonProps, 'panel' | 'command'> {
  /** From `useFileName`. */
  readonly fileName: string;
  readonly fields: readonly Field[];
  /** Undefined while they are read. */
  readonly rows: readonly Readonly<Partial<Record<Field, CsvCell>>>[] | undefined;
}

/** Saves a list as CSV whose rows are all on the page already; one that has to be read has an `ExportButton`. */
export function RowsButton<Field extends string>({ fileName, fields, rows, panel, command }: RowsButtonProps<Field>) {
  return (
    <FileButton
      panel={panel}
      command={command}
      total={rows?.length}
      isRead={rows !== undefined}
      onPress={() => {
        if (rows === undefined) return;
        saveFile(fieldsFile(fields, rows), fileName);
        toast({ kind: 'info', text: messages.savedRows(rows.length, formatCount(rows.length)) });
      }}
    />
  );
}

export interface FileButtonProps {
  readonly label?: string;
  /** For the bar of a panel. */
  readonly size?: 'sm' | 'md';
  /** Of a panel with a file of its own: an icon that says whose it is. */
  readonly panel?: string | undefined;
  /** Of the file in `view.ts`: the palette offers it as long as the button stands. */
  readonly command?: string | undefined;
  /** How many rows there are; undefined while that is not known. */
  readonly total: number | undefined;
  /** False: its rows are not on the page yet, and a press would save none. */
  readonly isRead?: boolean;
  /** Said where there is none. */
  readonly nothing?: string;
  readonly onPress: () => void;
}

/** The button of a list's file. */
export function FileButton({
  label = messages.title,
  size = 'md',
  panel,
  command,
  total,
  isRead = true,
  nothing = messages.nothingToSave,
  onPress,
}: FileButtonProps) {
  const run = () => (total === 0 ? toast({ kind: 'info', text: nothing }) : onPress());
  // What is not counted yet is not offered: a page that the palette has just opened runs it as soon as it is.
  useOfferedVerbs(command === undefined || total === undefined ? [] : [{ id: command, run }]);
  const whyEmpty = total === 0 ? nothing : undefined;
  const disabledReason = isRead ? whyEmpty : messages.notRead;
  if (panel !== undefined)
    return (
      <span className="print:hidden">
        <IconButton
          icon="download"
          size="sm"
          label={messages.ofPanel(panel)}
          disabledReason={disabledReason}
          onClick={onPress}
        />
      </span>
    );
  return (
    <Button icon="download" size={size} disabledReason={disabledReason} onClick={onPress}>
      {/* A phone has no room for the words beside what else a bar has. */}
      <span className="max-md:sr-only">{label}</span>
    </Button>
  );
}
