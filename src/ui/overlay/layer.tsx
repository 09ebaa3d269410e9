import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { setPosition, type Align, type Side } from './position.ts';
import { rowNow } from './use-modal.ts';

interface LayerProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly id: string;
  readonly role: 'menu' | 'dialog';
  readonly label: string;
  readonly side?: Side;
  readonly align?: Align;
  readonly className?: string;
  /** The focus goes back to where it was, such as the row that a key was pressed on, and not to the anchor. */
  readonly isFocusKept?: boolean;
  readonly children: ReactNode;
}

/**
 * A floating part in the browser's top layer, mounted while it is open. Closes on Esc (one layer at a time), on a
 * press outside and when focus leaves; focus returns to the anchor, before the next key. `manual`, because a press on the anchor must
 * close it and not close and open it again.
 */
export function Layer({ anchor, onClose, id, role, label, side, align, className = '', ...more }: LayerProps) {
  const { isFocusKept = false, children } = more;
  const layer = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const element = layer.current;
    const host = anchor.current;
    if (element === null || host === null) return;
    const put = () => setPosition(element, host, { side: side ?? 'block-end', align: align ?? 'start' });
    const before = document.activeElement;
    const giveBack = (): void => {
      const isThere = isFocusKept && before instanceof HTMLElement && before.isConnected && before !== document.body;
      rowNow(isThere ? before : host).focus({ preventScroll: true });
    };
    element.showPopover();
    put();
    const first = element.querySelector<HTMLElement>(
      '[data-autofocus], [aria-checked="true"], input, button, a[href], [tabindex]',
    );
    (first ?? element).focus({ preventScroll: true });

    const inside = (target: EventTarget | null) =>
      target instanceof Node && (element.contains(target) || host.contains(target));
    const onPointer = (event: PointerEvent) => !inside(event.target) && close.current();
    const onFocus = (event: FocusEvent) => !inside(event.target) && close.current();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      giveBack();
      flushSync(() => close.current());
    };
    addEventListener('pointerdown', onPointer, true);
    addEventListener('focusin', onFocus);
    addEventListener('keydown', onKey, true);
    addEventListener('resize', put);
    const watch = new ResizeObserver(put);
    watch.observe(host);
    watch.observe(element);
    return () => {
      removeEventListener('pointerdown', onPointer, true);
      removeEventListener('focusin', onFocus);
      removeEventListener('keydown', onKey, true);
      removeEventListener('resize', put);
      watch.disconnect();
      if (element.contains(document.activeElement)) giveBack();
    };
  }, [anchor, side, align, isFocusKept]);

  return (
    <div
      ref={layer}
      id={id}
      popover="manual"
      data-layer=""
      role={role}
      aria-label={label}
      tabIndex={-1}
      className={`appear fixed m-0 max-w-[calc(100vw-16px)] overflow-y-auto overscroll-contain rounded-[8px] border border-transparent bg-raised p-1 text-13 text-ink shadow-1 outline-none ${className}`}
    >
      {children}
    </div>
  );
}
