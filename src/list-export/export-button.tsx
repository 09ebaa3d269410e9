import { useEffect, useEffectEvent } from 'react';
import { failureMessage } from '#src/api/failure-message.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { useExport } from './list-export.ts';
import type { ListFile, ListRow } from './list-file.ts';
import { messages } from './messages.ts';

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

interface FileButtonProps {
  readonly label?: string;
  /** Of the file in `view.ts`: the palette offers it while the button is on the page. */
  readonly command?: string | undefined;
  /** How many rows there are; undefined while that is not known. */
  readonly total: number | undefined;
  /** Said where there is none. */
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
  // A page that the palette has just opened runs the verb once its rows are counted.
  useOfferedVerbs(command === undefined || total === undefined ? [] : [{ id: command, run }]);
  return (
    <Button icon="download" disabledReason={total === 0 ? nothing : undefined} onClick={onPress}>
      {/* A phone has no room for the words beside what else a bar has. */}
      <span className="max-md:sr-only">{label}</span>
    </Button>
  );
}
