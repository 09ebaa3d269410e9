import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { setPosition, type Side } from './popover.tsx';

interface TooltipProps {
  /** Undefined: no tooltip for now. The words must also reach assistive technology by a label or a description. */
  readonly text: string | undefined;
  readonly side?: Side;
  readonly children: ReactElement;
}

/** Words beside a control on hover and on keyboard focus; Esc hides them, the pointer may rest on them. */
export function Tooltip({ text, side = 'block-end', children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(false);
  const hide = () => setShown(false);
  // The same tree with words and without: a control that can be pressed again keeps the focus.
  return (
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setShown(true)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => setShown(event.target.matches(':focus-visible'))}
      onBlur={hide}
    >
      {children}
      {shown && text !== undefined ? <TooltipBubble text={text} anchor={anchor} side={side} onHide={hide} /> : null}
    </span>
  );
}

interface TooltipBubbleProps {
  readonly text: string;
  /** Holds the control as its first child. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly side: Side;
  readonly onHide: () => void;
}

/** The words of a tooltip, beside its control. */
function TooltipBubble({ text, anchor, side, onHide }: TooltipBubbleProps) {
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
