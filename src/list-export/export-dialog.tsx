import { useEffect, type ReactNode } from 'react';
import { describeFailure } from '#src/api/failure-message.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { useExport, type ExportPhase } from './use-export.ts';
import type { ListFile, ListRow } from './list-file.ts';
import { messages } from './messages.ts';

interface ExportDialogProps<Row extends ListRow> {
  readonly title?: string;
  /** Called when the download starts, with the choices of the dialog. */
  readonly fileOf: () => ListFile<Row>;
  /** Undefined while the rows are counted. */
  readonly total: number | undefined;
  /** Shown if there is no row. */
  readonly nothing: string;
  /** Describes the file before the download starts; `found` and a note on formulas follow. */
  readonly lead?: string;
  /** The number of rows, in the words of the list. */
  readonly found?: string;
  /** Below `lead`, or instead of it. */
  readonly children?: ReactNode;
  /** Below the result of the download. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
}

/**
 * Downloads a list as CSV, with progress and Cancel; continues after a failure.
 *
 *     const nameOf = useFileName();
 *     <ExportDialog
 *       fileOf={() => ({
 *         fileName: nameOf('customers'),
 *         readPage: pagesOf(listCustomers, query),
 *         fileOf: (rows) => fieldsFile(COLUMNS, rows),
 *       })}
 *       total={total} nothing={messages.nothing} lead={messages.whatItHolds} onClose={onClose}
 *     />
 */
export function ExportDialog<Row extends ListRow>(props: ExportDialogProps<Row>) {
  const { title = messages.title, fileOf, total, nothing, lead, found, children, note, onClose } = props;
  const { phase, start, resume, stop } = useExport<Row>();
  const rows = phase.name === 'done' ? phase.rows : null;
  useEffect(() => {
    if (rows !== null) announce(messages.done(rows, formatCount(rows)));
  }, [rows]);
  function cancel(): void {
    stop();
    announce(messages.cancelled);
    if (phase.name === 'idle') onClose();
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        phase.name === 'done' ? (
          <>
            <Button onClick={() => saveFile(phase.text, phase.fileName)}>{messages.again}</Button>
            <Button variant="primary" onClick={onClose}>
              {messages.close}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={cancel}>{messages.cancel}</Button>
            {phase.name === 'idle' ? (
              <Button
                variant="primary"
                data-autofocus=""
                disabledReason={total === 0 ? nothing : undefined}
                onClick={() => start(fileOf())}
              >
                {total === undefined ? messages.beginBare : messages.begin(total, formatCount(total))}
              </Button>
            ) : null}
            {phase.name === 'failed' ? (
              <Button variant="primary" onClick={resume}>
                {messages.continue}
              </Button>
            ) : null}
          </>
        )
      }
    >
      {phase.name === 'idle' ? (
        lead === undefined ? (
          children
        ) : (
          <div className="flex flex-col gap-2">
            <p>{lead}</p>
            {children}
            <p className="text-12 text-ink-3">{messages.safe}</p>
            <p role="status" className="text-12 text-ink-2 tabular-nums empty:hidden">
              {found}
            </p>
          </div>
        )
      ) : phase.name === 'done' ? (
        <>
          <div className="flex flex-col gap-1.5">
            <p className="text-14 font-semibold">{messages.done(phase.rows, formatCount(phase.rows))}</p>
            <p className="text-12 break-words text-ink-2">{messages.saved(phase.fileName)}</p>
          </div>
          {note}
        </>
      ) : (
        <Progress phase={phase} />
      )}
    </Dialog>
  );
}

function Progress({ phase }: { readonly phase: Extract<ExportPhase, { name: 'running' | 'failed' }> }) {
  const { loaded, total } = phase;
  const share = total === null || total === 0 ? 0 : loaded / total;
  const words = total === null ? messages.reading : messages.progress(formatCount(loaded), formatCount(total));
  const failure = phase.name === 'failed' ? describeFailure(phase.error) : null;
  return (
    <div className="flex flex-col gap-2">
      <div
        role="progressbar"
        aria-label={messages.title}
        aria-valuemin={0}
        aria-valuemax={total ?? undefined}
        aria-valuenow={total === null ? undefined : loaded}
        aria-valuetext={words}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-accent" style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <p className="text-12 text-ink-2 tabular-nums">{words}</p>
      {failure === null ? (
        <p className="text-12 text-ink-3">{messages.reading}</p>
      ) : (
        <div role="alert" className="text-12 text-danger-text">
          <p className="font-medium">{failure.title}</p>
          <p>{messages.stopped(formatCount(loaded), formatCount(total ?? 0))}</p>
          {failure.requestId === null ? null : <p className="font-mono">{failure.requestId}</p>}
        </div>
      )}
    </div>
  );
}
