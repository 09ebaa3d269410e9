import { useEffect, useEffectEvent } from 'react';
import { failureMessage } from '#src/api/failure-message.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { useExport } from './list-export.ts';
import type { ListFile, ListRow } from './list-file.ts';
import { messages } from './messages.ts';
import { FileButton, type FileButtonProps } from './rows-button.tsx';

interface ExportButtonProps<Row extends ListRow> extends Omit<FileButtonProps, 'onPress'> {
  /** Asked for when it is pressed. */
  readonly fileOf: () => ListFile<Row>;
}

/** Saves a list as CSV at once, for a list that needs no explaining: see `ExportDialog`. Toasts tell what came of it. */
export function ExportButton<Row extends ListRow>({ fileOf, total, ...button }: ExportButtonProps<Row>) {
  const { phase, begin, stop } = useExport<Row>();
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
  if (phase.name !== 'running') return <FileButton {...button} total={total} onPress={() => begin(fileOf())} />;
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
