import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

export interface LeaveTexts {
  readonly title: string;
  readonly text: string;
  readonly discard: string;
  readonly keep: string;
}

interface LeaveGuardProps {
  readonly texts: LeaveTexts;
  /** Asked at the moment of leaving. */
  readonly isDirty: () => boolean;
  /** Leaving is free: the session ended, and the form waits for the next sign-in. */
  readonly isOver: () => boolean;
  /** Addresses that begin so belong to the form: another part of its page. */
  readonly within?: string;
  /** The form itself is being closed. */
  readonly isClosing: boolean;
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}

/** Asks before what was written is lost: by closing, by another page, by the browser's Back, by a reload. */
export function LeaveGuard({ texts, isDirty, isOver, within, isClosing, onStay, onDiscard }: LeaveGuardProps) {
  // This page stays mounted while the next one loads: a person who has decided is not asked again.
  const hasLeft = useRef(false);
  const blocker = useBlocker({
    // The list below keeps its own address up to date; that leaves nothing.
    shouldBlockFn: ({ current, next, action }) =>
      !hasLeft.current &&
      isDirty() &&
      !isOver() &&
      (within === undefined
        ? current.pathname !== next.pathname || action === 'BACK'
        : next.pathname !== within && !next.pathname.startsWith(`${within}/`)),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const isBlocked = blocker.status === 'blocked';
  if (!isBlocked && !isClosing) return null;

  function stay(): void {
    if (blocker.status === 'blocked') blocker.reset();
    onStay();
  }

  function discard(): void {
    const { status, proceed } = blocker;
    onDiscard();
    if (status !== 'blocked') return;
    hasLeft.current = true;
    proceed();
  }

  return (
    <Dialog
      title={texts.title}
      onClose={stay}
      footer={
        <>
          <Button variant="danger" onClick={discard}>
            {texts.discard}
          </Button>
          <Button ref={focusSoon} variant="primary" onClick={stay}>
            {texts.keep}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{texts.text}</p>
    </Dialog>
  );
}

/** Enter and Space lose nothing. After a press on the backdrop the browser itself moves the focus first. */
function focusSoon(button: HTMLButtonElement | null): void {
  requestAnimationFrame(() => button?.focus());
}
