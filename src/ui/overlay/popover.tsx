import { useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { rowNow } from './use-modal.ts';

/** Attributes of the control that opens a layer. */
export interface TriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly onClick: () => void;
  readonly 'aria-haspopup': 'menu' | 'dialog';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
}

interface PopoverProps {
  readonly label: string;
  readonly trigger: (props: TriggerProps) => ReactNode;
  readonly side?: Side;
  readonly align?: Align;
  readonly className?: string;
  readonly role?: 'menu' | 'dialog';
  /** Gets the function that closes it. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button with a floating part: `<Popover label="…" trigger={(props) => <Button {...props}>…</Button>}>{(close) => …}</Popover>`. */
export function Popover({ label, trigger, children, role = 'dialog', ...position }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => setOpen(false);
  return (
    <>
      {trigger({
        ref: anchor,
        onClick: () => setOpen((before) => !before),
        'aria-haspopup': role,
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
      })}
      {open ? (
        <Layer {...position} id={id} role={role} label={label} anchor={anchor} onClose={close}>
          {children(close)}
        </Layer>
      ) : null}
    </>
  );
}

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

/** The place of a floating part beside its anchor, in directions of the text. */
export type Side = 'block-end' | 'block-start' | 'inline-end';
export type Align = 'start' | 'center' | 'end';

const GAP = 4;
const MARGIN = 8;

/**
 * Puts a fixed element beside its anchor and keeps it inside the window: it changes to the other side where there is
 * no room, and gets a scrolling height where neither side has enough.
 */
export function setPosition(
  floating: HTMLElement,
  anchor: Element,
  { side, align }: { side: Side; align: Align },
): void {
  const a = anchor.getBoundingClientRect();
  const rtl = getComputedStyle(anchor).direction === 'rtl';
  const width = document.documentElement.clientWidth;
  const height = document.documentElement.clientHeight;
  // A write between two reads would cause another layout.
  if (floating.style.maxHeight !== '') floating.style.maxHeight = '';
  const f = floating.getBoundingClientRect();
  const clamp = (value: number, size: number, room: number) => Math.max(MARGIN, Math.min(value, room - size - MARGIN));

  let x: number;
  let y: number;
  let shownHeight = f.height;
  if (side === 'inline-end') {
    x = rtl ? a.left - f.width - GAP * 2 : a.right + GAP * 2;
    y = a.top + (a.height - f.height) / 2;
  } else {
    const below = height - a.bottom - GAP - MARGIN;
    const above = a.top - GAP - MARGIN;
    const up = side === 'block-start' ? above >= f.height || above > below : below < f.height && above > below;
    const room = up ? above : below;
    if (f.height > room) {
      shownHeight = Math.min(f.height, Math.max(room, 96));
      floating.style.maxHeight = `${shownHeight}px`;
    }
    y = up ? a.top - GAP - shownHeight : a.bottom + GAP;
    const atEnd = rtl ? align === 'start' : align === 'end';
    x = align === 'center' ? a.left + (a.width - f.width) / 2 : atEnd ? a.right - f.width : a.left;
  }
  // Physical on purpose: measured rectangles are physical in every direction of writing.
  floating.style.inset = 'auto';
  floating.style.left = `${clamp(x, f.width, width)}px`;
  floating.style.top = `${clamp(y, shownHeight, height)}px`;
}
