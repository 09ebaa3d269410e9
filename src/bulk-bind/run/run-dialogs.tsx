import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';
import { type RunView, stopRun } from './run-import.ts';

interface StopDialogProps {
  readonly run: RunView;
  readonly onClose: () => void;
}

export function StopDialog({ run: { doneRows }, onClose }: StopDialogProps) {
  return (
    <ConfirmDialog
      title={messages.stopTitle(formatCount(doneRows))}
      submit={messages.stop}
      isDanger
      cancel={messages.stopKeep}
      isBusy={false}
      error={null}
      onConfirm={() => {
        onClose();
        void stopRun();
      }}
      onClose={onClose}
    >
      <p className="text-ink-2">{messages.stopText}</p>
    </ConfirmDialog>
  );
}

interface ChangedDialogProps {
  readonly onApply: () => void;
  readonly onClose: () => void;
}

/** The file on disk is no longer what was read. */
export function ChangedDialog({ onApply, onClose }: ChangedDialogProps) {
  return (
    <ConfirmDialog
      title={messages.changedTitle}
      submit={messages.changedApply}
      isBusy={false}
      error={null}
      onConfirm={onApply}
      onClose={onClose}
    >
      <p className="text-ink-2">{messages.changedText}</p>
    </ConfirmDialog>
  );
}
