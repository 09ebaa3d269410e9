import { useEffect, useEffectEvent } from 'react';
import { failureMessage } from '#src/api/failure-message.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { useExport } from './use-export.ts';
import type { ListFile, ListRow } from './list-file.ts';
import { messages } from './messages.ts';

interface ExportButtonProps<Row extends ListRow> extends Omit<FileButtonProps, 'onPress'> {
  readonly fileOf: () => ListFile<Row>;
}

/** Downloads a list as CSV at once; toasts say the result. `ExportDialog` is for lists with choices. */
export function ExportButton<Row extends ListRow>({ fileOf, total, ...button }: ExportButtonProps<Row>) {
  const { phase, start, stop } = useExport<Row>();
  const end = useEffectEvent(stop);
  useEffect(() => {
    if (phase.name === 'done') {
      const rows = formatCount(phase.rows);
      const isCut = phase.rows < phase.total;
      toast({
        kind: 'info',
        text: isCut ? messages.cut(rows, formatCount(phase.total)) : messages.savedRows(phase.rows, rows),
      });
    } else if (phase.name === 'failed') {
      toast({ kind: 'error', text: messages.failed(failureMessage(phase.error)) });
    } else return;
    end();
  }, [phase]);
  if (phase.name !== 'running') return <FileButton {...button} total={total} onPress={() => start(fileOf())} />;
  return (
    <span role="status" className="inline-flex items-center gap-2 text-12 text-ink-2 tabular-nums">
      {messages.progress(formatCount(phase.loaded), formatCount(phase.total ?? total ?? 0))}
      <Button
        onClick={() => {
          stop();
          toast({ kind: 'info', text: messages.nothingSaved });
        }}
      >
        {messages.cancel}
      </Button>
    </span>
  );
}

interface FileButtonProps {
  readonly label?: string;
  /** The command in `view.ts` that the palette offers while the button is on the page. */
  readonly command?: string | undefined;
  /** Undefined while the rows are counted. */
  readonly total: number | undefined;
  /** Shown if there is no row. */
  readonly nothing?: string;
  readonly onPress: () => void;
}

function FileButton({
  label = messages.title,
  command,
  total,
  nothing = messages.nothingToSave,
  onPress,
}: FileButtonProps) {
  const run = () => (total === 0 ? toast({ kind: 'info', text: nothing }) : onPress());
  // After the palette has opened the page, the command runs once the rows are counted.
  useOfferedVerbs(command === undefined || total === undefined ? [] : [{ id: command, run }]);
  return (
    <Button icon="download" disabledReason={total === 0 ? nothing : undefined} onClick={onPress}>
      {/* A phone has no room for the label. */}
      <span className="max-md:sr-only">{label}</span>
    </Button>
  );
}
