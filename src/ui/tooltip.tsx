import { useEffect, useRef, useState, type ReactElement } from 'react';
import { place, type Side } from './place.ts';

interface TooltipProps {
  /** Absent: no tooltip. The words must also reach assistive technology by a label or a description. */
  readonly text: string | undefined;
  readonly side?: Side;
  readonly children: ReactElement;
}

/** Words beside a control on hover and on keyboard focus; Esc hides them, the pointer may rest on them. */
export function Tooltip({ text, side = 'block-end', children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(false);

  useEffect(() => {
    const host = anchor.current?.firstElementChild;
    const tip = bubble.current;
    if (!shown || !(host instanceof HTMLElement) || tip === null) return;
    tip.showPopover?.();
    place(tip, host, { side, align: 'center' });
    const hide = (event: KeyboardEvent) => event.key === 'Escape' && setShown(false);
    addEventListener('keydown', hide, true);
    return () => removeEventListener('keydown', hide, true);
  }, [shown, side]);

  if (text === undefined) return children;
  return (
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setShown(true)}
      onPointerLeave={() => setShown(false)}
      onPointerDown={() => setShown(false)}
      onFocus={(event) => setShown(event.target.matches(':focus-visible'))}
      onBlur={() => setShown(false)}
    >
      {children}
      {shown ? (
        <span
          ref={bubble}
          popover="manual"
          aria-hidden="true"
          className="pointer-events-none fixed m-0 max-w-64 rounded-chip border border-transparent bg-raised px-2 py-1 text-12 text-ink shadow-1"
        >
          {text}
        </span>
      ) : null}
    </span>
  );
}
