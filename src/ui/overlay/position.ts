/** Where a floating part stands to its anchor, in directions of the text. */
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
  // Each write between two reads would lay out the page once more.
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
