import { useEffect, useRef, type RefObject } from 'react';
import { setPosition, type Side } from './position.ts';

interface TooltipBubbleProps {
  readonly text: string;
  /** Holds the control as its first child. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly side: Side;
  readonly onHide: () => void;
}

/** The words of a tooltip, beside its control. */
export function TooltipBubble({ text, anchor, side, onHide }: TooltipBubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null);
  const hide = useRef(onHide);
  useEffect(() => {
    hide.current = onHide;
  });
  useEffect(() => {
    const host = anchor.current?.firstElementChild;
    const tip = bubble.current;
    if (!(host instanceof HTMLElement) || tip === null) return undefined;
    tip.showPopover?.();
    setPosition(tip, host, { side, align: 'center' });
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide.current();
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [anchor, side]);
  return (
    <span
      ref={bubble}
      popover="manual"
      aria-hidden="true"
      className="pointer-events-none fixed m-0 max-w-64 rounded-chip border border-transparent bg-raised px-2 py-1 text-12 text-ink shadow-1"
    >
      {text}
    </span>
  );
}
