import { useId, useLayoutEffect, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { messages } from './messages.ts';
import { isOnBackdrop, useModal } from '#src/ui/overlay/use-modal.ts';

interface DialogProps {
  /** Mounted while open: `{open ? <Dialog …/> : null}`. */
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Buttons at the end, the main one last. */
  readonly footer?: ReactNode;
  /** `drawer` is at the end of the window. Both are sheets from below under 768 px. */
  readonly kind?: 'dialog' | 'drawer';
  readonly className?: string;
}

const SHEET =
  'max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:m-0 max-md:w-full max-md:max-w-none max-md:max-h-[85dvh] max-md:rounded-b-none max-md:rounded-t-dialog';
const KINDS = {
  dialog: 'm-auto w-[480px] max-w-[calc(100vw-24px)] max-h-[calc(100dvh-48px)] rounded-dialog',
  drawer: 'my-0 ms-auto me-0 w-[408px] max-w-[calc(100vw-24px)] h-dvh max-h-dvh max-md:h-auto',
} as const;

/** Where a dialog begins: what it marks, else its first field, else its main button, else what can be pressed first, else its title. */
const STARTS = [
  '[data-autofocus]',
  '[data-body] :is(input, select, textarea)',
  'footer > :last-child:is(button), footer > :last-child > button',
  '[data-body] :is(button, a[href], [tabindex="0"])',
  'h2',
];

/** A modal part on the native dialog: focus is kept inside and returns to where it was; Esc and the backdrop close. */
export function Dialog({ title, onClose, children, footer, kind = 'dialog', className = '' }: DialogProps) {
  const dialog = useModal();
  const titleId = useId();
  // By itself the browser takes the first that it finds: the cross.
  useLayoutEffect(() => {
    const find = (selector: string) => dialog.current?.querySelector<HTMLElement>(selector) ?? [];
    STARTS.flatMap(find)[0]?.focus({ preventScroll: true });
  }, [dialog]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`appear fixed inset-0 flex-col overflow-hidden border border-transparent bg-raised p-0 text-13 text-ink shadow-2 backdrop:bg-scrim open:flex ${KINDS[kind]} ${SHEET} ${className}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => isOnBackdrop(event) && onClose()}
    >
      <header className="flex min-h-top flex-none items-center gap-2 border-b border-line ps-5 pe-3">
        <h2
          id={titleId}
          tabIndex={-1}
          className="line-clamp-3 min-w-0 flex-1 py-1 text-16 font-semibold outline-none [overflow-wrap:anywhere]"
        >
          {title}
        </h2>
        <IconButton icon="close" label={messages.close} kbd="escape" onClick={onClose} />
      </header>
      <div data-body="" className="relative min-h-0 flex-1 overflow-y-auto px-5 py-3.5">
        {children}
      </div>
      {footer === undefined ? null : (
        <footer className="flex min-h-[52px] flex-none flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-2">
          {footer}
        </footer>
      )}
    </dialog>
  );
}
