import { useEffect, type ReactNode } from 'react';
import { describeFailure } from '#src/api/failure-message.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { useExport, type ExportPhase } from './list-export.ts';
import type { ListFile, ListRow } from './list-file.ts';
import { messages } from './messages.ts';

interface ExportDialogProps<Row extends ListRow> {
  readonly title?: string;
  /** Asked for when it begins: what the dialog lets people choose is settled by then. */
  readonly fileOf: () => ListFile<Row>;
  /** How many rows there will be; undefined while that is counted. */
  readonly total: number | undefined;
  /** Said where there is none. */
  readonly nothing: string;
  /** Content of the file, said before it begins: a sentence, with `found` and that formulas are made harmless. */
  readonly lead?: string;
  /** How many rows there are, in the words of the list. */
  readonly found?: string;
  /** More of it, or all of it where there is no `lead`. */
  readonly children?: ReactNode;
  /** More about a file that was saved. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
}

/**
 * Saves a list as CSV: what it will hold, how far it is, what came of it. It can be stopped, and goes on after a failure.
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
  const { phase, begin, goOn, stop } = useExport<Row>();
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
                onClick={() => begin(fileOf())}
              >
                {total === undefined ? messages.beginBare : messages.begin(total, formatCount(total))}
              </Button>
            ) : null}
            {phase.name === 'failed' ? (
              <Button variant="primary" onClick={goOn}>
                {messages.goOn}
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
            {phase.moved === 0 ? null : <p>{messages.changed(phase.moved, formatCount(phase.moved))}</p>}
            {phase.left === 0 ? null : <p>{messages.short(phase.left, formatCount(phase.left))}</p>}
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

/** How far the export is, or why it stopped. */
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
