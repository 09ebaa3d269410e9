import type { ReactNode } from 'react';
import { describeFailure } from '#src/api/describe-failure.ts';
import { saveFile } from '#src/browser/save-file.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { messages } from './messages.ts';
import type { ExportPhase } from './use-export.ts';

interface ExportButtonsProps {
  readonly phase: ExportPhase;
  /** How many rows there will be; undefined while that is counted. */
  readonly total: number | undefined;
  /** What is said where there is none. */
  readonly nothing: string;
  readonly onBegin: () => void;
  readonly onGoOn: () => void;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

/** The foot of a dialog that exports a list: begin, go on after a failure, stop, save again, close. */
function ExportButtons({ phase, total, nothing, onBegin, onGoOn, onStop, onClose }: ExportButtonsProps) {
  function cancel(): void {
    const isIdle = phase.name === 'idle';
    onStop();
    announce(messages.cancelled);
    if (isIdle) onClose();
  }
  return (
    <>
      {phase.name === 'done' ? (
        <>
          <Button onClick={() => saveFile(phase.text, phase.fileName)}>{messages.again}</Button>
          <Button variant="primary" onClick={onClose}>
            {messages.close}
          </Button>
        </>
      ) : (
        <Button onClick={cancel}>{messages.cancel}</Button>
      )}
      {phase.name === 'idle' ? (
        <Button
          variant="primary"
          data-autofocus=""
          disabledReason={total === 0 ? nothing : undefined}
          onClick={onBegin}
        >
          {total === undefined ? messages.beginBare : messages.begin(total, formatCount(total))}
        </Button>
      ) : null}
      {phase.name === 'failed' ? (
        <Button variant="primary" onClick={onGoOn}>
          {messages.goOn}
        </Button>
      ) : null}
    </>
  );
}

/** How far the export is, why it stopped, or what came of it. */
function ExportProgress({ phase }: { readonly phase: Exclude<ExportPhase, { name: 'idle' }> }) {
  const texts = messages;
  if (phase.name === 'done') {
    return (
      <div className="flex flex-col gap-1.5">
        <p className="text-14 font-semibold">{texts.done(phase.rows, formatCount(phase.rows))}</p>
        {phase.moved === 0 ? null : <p>{texts.changed(phase.moved, formatCount(phase.moved))}</p>}
        {phase.left === 0 ? null : <p>{texts.short(phase.left, formatCount(phase.left))}</p>}
        <p className="text-12 break-words text-ink-2">{texts.saved(phase.fileName)}</p>
      </div>
    );
  }
  const { loaded, total } = phase;
  const share = total === null || total === 0 ? 0 : loaded / total;
  const words = total === null ? texts.reading : texts.progress(formatCount(loaded), formatCount(total));
  const failure = phase.name === 'failed' ? describeFailure(phase.error) : null;
  return (
    <div className="flex flex-col gap-2">
      <div
        role="progressbar"
        aria-label={texts.title}
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
        <p className="text-12 text-ink-3">{texts.reading}</p>
      ) : (
        <div role="alert" className="text-12 text-danger-text">
          <p className="font-medium">{failure.title}</p>
          <p>{texts.stopped(formatCount(loaded), formatCount(total ?? 0))}</p>
          {failure.requestId === null ? null : <p className="font-mono">{failure.requestId}</p>}
        </div>
      )}
    </div>
  );
}

interface ExportFrameProps {
  readonly title: string;
  /** The export of `useExport`. */
  readonly exporting: { readonly phase: ExportPhase; goOn(): void; stop(): void };
  /** How many rows there will be; undefined while that is counted. */
  readonly total: number | undefined;
  /** What is said where there is none. */
  readonly nothing: string;
  /** What the file will hold, before it begins. */
  readonly children: ReactNode;
  /** What is said below the progress. */
  readonly note?: ReactNode;
  readonly onBegin: () => void;
  readonly onClose: () => void;
}

/** The dialog that exports a list: what it will hold, how far it is, what came of it. */
export function ExportFrame(props: ExportFrameProps) {
  const { title, exporting, total, nothing, children, note = null, onBegin, onClose } = props;
  const { phase, goOn, stop } = exporting;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <ExportButtons
          phase={phase}
          total={total}
          nothing={nothing}
          onBegin={onBegin}
          onGoOn={goOn}
          onStop={stop}
          onClose={onClose}
        />
      }
    >
      {phase.name === 'idle' ? (
        children
      ) : (
        <>
          <ExportProgress phase={phase} />
          {note}
        </>
      )}
    </Dialog>
  );
}
