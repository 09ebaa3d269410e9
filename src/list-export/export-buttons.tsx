import { saveFile } from '#src/browser/save-file.ts';
import { formatCount } from '#src/format/number.ts';
import { Button } from '#src/ui/button.tsx';
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
export function ExportButtons({ phase, total, nothing, onBegin, onGoOn, onStop, onClose }: ExportButtonsProps) {
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
