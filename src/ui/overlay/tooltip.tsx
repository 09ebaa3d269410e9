import { useRef, useState, type ReactElement } from 'react';
import type { Side } from './position.ts';
import { TooltipBubble } from './tooltip-bubble.tsx';

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
