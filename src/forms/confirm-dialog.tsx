import type { ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { messages } from './messages.ts';
import { WriteFailure } from './write-failure.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** The main button names its effect: "Delete". */
  readonly submit: string;
  /** The action destroys something. */
  readonly isDanger?: boolean;
  /** The action can't be undone: Cancel has the focus, so that Enter and Space lose nothing. */
  readonly isFinal?: boolean;
  readonly cancel?: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  /** See `WriteFailure`. */
  readonly failed?: (why: string) => string;
  /** Why the action is impossible. */
  readonly disabledReason?: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** The effect, in words. */
  readonly children: ReactNode;
}

/** Asks before an action and shows its failure; `isBusy` and `error` come from `useWrite`. */
export function ConfirmDialog({
  title,
  submit,
  isDanger = false,
  isFinal = false,
  cancel = messages.cancel,
  isBusy,
  error,
  failed,
  disabledReason,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus={isFinal ? '' : undefined} onClick={onClose}>
            {cancel}
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            busy={isBusy}
            disabledReason={disabledReason}
            onClick={onConfirm}
          >
            {submit}
          </Button>
        </>
      }
    >
      {children}
      <WriteFailure error={error} failed={failed} />
    </Dialog>
  );
}
