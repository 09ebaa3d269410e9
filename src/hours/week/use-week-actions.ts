import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { messages } from '#src/hours/messages.ts';
import { dayName } from '#src/hours/model/describe.ts';
import { copyDay, tidyWeek, type Piece, type Span } from '#src/hours/model/week.ts';
import { useEditor } from '#src/hours/use-editor.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { draggedSpan, minuteAt, type Drag, type SpanPart } from './week-keys.ts';

export interface WeekActions {
  /** Sets the week and returns it. Merges windows that touch and announces it. */
  readonly change: (week: readonly Span[], run?: string) => readonly Span[];
  readonly copy: (day: number, to: readonly number[]) => void;
}

export function useWeekActions(): WeekActions {
  const { plan, edit } = useEditor();
  const change: WeekActions['change'] = (week, run) => {
    const tidy = tidyWeek(week);
    edit({ ...plan, week: tidy.week }, run);
    if (tidy.isMerged) toast({ kind: 'info', text: messages.grid.merged });
    return tidy.week;
  };
  return {
    change,
    copy: (day, to) => {
      change(copyDay(plan.week, day, to));
      announce(messages.copied(dayName(day)));
    },
  };
}

/** px from the edge of a window within which a drag resizes it. */
const EDGE_PX = 9;

interface Running {
  readonly drag: Drag;
  readonly span: Span | null;
}

export interface WeekDrag {
  /** The week with the dragged window at its current place. */
  readonly shown: readonly Span[];
  readonly active: Span | null;
  /** On the track of a day, or on a window in it. */
  readonly begin: (event: PointerEvent<HTMLElement>, day: number, piece: Piece | null) => void;
}

/** Draws, moves and resizes windows by pointer. Escape cancels. */
export function useWeekDrag(week: readonly Span[], { change }: WeekActions): WeekDrag {
  const [running, setRunning] = useState<Running | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  function begin(event: PointerEvent<HTMLElement>, day: number, piece: Piece | null): void {
    if (event.button !== 0 || stop.current !== null) return;
    const element = event.currentTarget;
    const track = element.closest<HTMLElement>('[data-track]');
    if (track === null) return;
    const isRtl = getComputedStyle(track).direction === 'rtl';
    const minuteOf = (x: number) => minuteAt(x, track.getBoundingClientRect(), isRtl);
    const drag: Drag = {
      part: piece === null ? 'new' : partAt(event.clientX, element.getBoundingClientRect(), isRtl, piece),
      from: piece?.span ?? null,
      day,
      startMinute: minuteOf(event.clientX),
    };
    let span = drag.from;
    const follow = (move: globalThis.PointerEvent): void => {
      span = draggedSpan(drag, minuteOf(move.clientX), move.altKey);
      setRunning({ drag, span });
    };
    const finish = (isKept: boolean): void => {
      stop.current?.();
      setRunning(null);
      if (!isKept || span === null) return;
      change([...week.filter((one) => one !== drag.from), span]);
    };
    const drop = (up: globalThis.PointerEvent): void => {
      finish(up.type === 'pointerup' && isMoved(drag, span));
    };
    const cancel = (key: KeyboardEvent): void => {
      if (key.key !== 'Escape') return;
      key.stopPropagation();
      finish(false);
    };
    addEventListener('pointermove', follow);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', drop);
    addEventListener('keydown', cancel, true);
    stop.current = () => {
      removeEventListener('pointermove', follow);
      removeEventListener('pointerup', drop);
      removeEventListener('pointercancel', drop);
      removeEventListener('keydown', cancel, true);
      stop.current = null;
    };
  }

  const shown =
    running === null
      ? week
      : [...week.filter((one) => one !== running.drag.from), ...(running.span === null ? [] : [running.span])];
  return { shown, active: running?.span ?? null, begin };
}

function isMoved({ from }: Drag, span: Span | null): boolean {
  return span !== null && (from === null || span.open !== from.open || span.close !== from.close);
}

/** Only the ends of the window itself can be resized, not those at midnight, where it is cut. */
function partAt(
  x: number,
  { left, right, width }: { readonly left: number; readonly right: number; readonly width: number },
  isRtl: boolean,
  { span, day, close }: Piece,
): SpanPart {
  const edge = Math.min(EDGE_PX, width / 4);
  const [fromStart, fromEnd] = isRtl ? [right - x, x - left] : [x - left, right - x];
  if (fromStart <= edge && day === span.day) return 'start';
  const isWhole = day !== span.day || close === span.close;
  return fromEnd <= edge && isWhole ? 'end' : 'both';
}
