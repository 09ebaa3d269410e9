import { changeSpan, FINE_STEP, STEP, type Span } from '#src/hours/model/week.ts';

export type SpanPart = 'both' | 'start' | 'end';

/** An arrow key moves the window, with Shift its end, with Alt and Shift its start. Null for other keys. */
export function spanByKey(
  span: Span,
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  isRtl: boolean,
): { readonly span: Span; readonly part: SpanPart } | null {
  const { key, shiftKey, altKey } = event;
  if ((key !== 'ArrowLeft' && key !== 'ArrowRight') || event.ctrlKey || event.metaKey || (altKey && !shiftKey))
    return null;
  const by = (key === 'ArrowRight') === isRtl ? -STEP : STEP;
  const part = altKey ? 'start' : shiftKey ? 'end' : 'both';
  return { span: changeSpan(span, part, by), part };
}

/** A drag on the track of a day: of a new window, or of a part of one that is there. */
export interface Drag {
  readonly part: SpanPart | 'new';
  /** The window before the drag; null for a new one. */
  readonly from: Span | null;
  readonly day: number;
  /** Minutes after the day's midnight at which it began; it may be on the morning after the window's day. */
  readonly startMinute: number;
}

/** The window that a drag has made so far; null for a new one that has no length yet. */
export function draggedSpan({ part, from, day, startMinute }: Drag, minute: number, isFine: boolean): Span | null {
  const step = isFine ? FINE_STEP : STEP;
  const snap = (value: number): number => Math.round(value / step) * step;
  if (part === 'new' || from === null) {
    const [a, b] = [snap(startMinute), snap(minute)].toSorted((x, y) => x - y);
    if (a === undefined || b === undefined || b - a < step) return null;
    return changeSpan({ day, open: Math.max(0, a), close: Math.max(0, a) + step }, 'end', b - Math.max(0, a) - step);
  }
  const by = minute - startMinute;
  const end = part === 'end' ? from.close : from.open;
  return changeSpan(from, part, snap(end + by) - end);
}

/** A drag continues into the next day only this far beyond the end of the track; a drag to the edge means midnight. */
const PAST_MIDNIGHT_PX = 32;

/** The minute at a place on a track; below 0 and above 1440 beside it. */
export function minuteAt(x: number, track: { readonly left: number; readonly width: number }, isRtl: boolean): number {
  const offset = isRtl ? track.left + track.width - x : x - track.left;
  const scale = 1_440 / track.width;
  if (offset > track.width + PAST_MIDNIGHT_PX) return 1_440 + (offset - track.width - PAST_MIDNIGHT_PX) * scale;
  return Math.min(Math.max(offset, 0), track.width) * scale;
}
