import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Selection } from '#src/inbox/list/use-selection.ts';

/**
 * Selecting with a finger: a long press begins, taps then tick and untick, Back ends it. A mouse and the keys have ways
 * of their own, and so has a screen reader: the boxes. It shows nothing itself.
 */
export function TouchSelection({ selection, listKey }: { readonly selection: Selection; readonly listKey: string }) {
  const { history } = useRouter();
  const [isTouched, setTouched] = useState(false);
  const isSelecting = isTouched && selection.ids.size > 0;
  const latest = useRef({ selection, listKey });
  useLayoutEffect(() => {
    latest.current = { selection, listKey };
  });

  useEffect(() => {
    let wasHeld = false;
    let isFinger = false;
    const press = createLongPress<number>((index) => {
      wasHeld = true;
      latest.current.selection.toggle(index);
    });
    function onDown(event: PointerEvent): void {
      wasHeld = false;
      isFinger = event.pointerType === 'touch';
      setTouched(isFinger);
      const index = rowOf(event.target);
      if (isFinger && event.isPrimary && index !== null) press.start(event, index);
      else press.end();
    }
    function onClick(event: MouseEvent): void {
      const index = rowOf(event.target);
      if (!isFinger || index === null) return;
      const now = latest.current.selection;
      if (!wasHeld && now.ids.size === 0) return;
      // Before the list hears of it, which would open the ticket.
      event.preventDefault();
      event.stopPropagation();
      if (!wasHeld) now.toggle(index);
    }
    // A phone's own menu of a link, and its way to drag one, come at the same moment.
    const onOwn = (event: Event) => isFinger && rowOf(event.target) !== null && event.preventDefault();
    const stop = new AbortController();
    const how = { capture: true, signal: stop.signal };
    addEventListener('pointerdown', onDown, how);
    addEventListener('pointermove', press.move, how);
    addEventListener('click', onClick, how);
    // A finger that scrolls is cancelled by the browser. A list that scrolls by itself, or still runs out of the swipe
    // before, ends nothing: the finger rests on what it is on.
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, press.end, how);
    for (const name of ['contextmenu', 'dragstart']) addEventListener(name, onOwn, how);
    return () => {
      press.end();
      stop.abort();
    };
  }, []);

  useEffect(() => {
    if (!isSelecting) return undefined;
    const { documentElement: root } = document;
    root.dataset['selecting'] = '';
    // Selecting is a step that Back takes back.
    const key = latest.current.listKey;
    history.push(history.location.href);
    const at = history.location.state.__TSR_index;
    const unsubscribe = history.subscribe(({ location }) => {
      if (location.state.__TSR_index < at) latest.current.selection.clear();
    });
    return () => {
      unsubscribe();
      delete root.dataset['selecting'];
      // Ended in another way: its step goes too, unless somebody went on from it.
      if (history.location.state.__TSR_index === at && latest.current.listKey === key) history.back();
    };
  }, [isSelecting, history]);
  return null;
}

/** The row below a finger; not what stands in a row and is pressed for itself. */
function rowOf(target: EventTarget | null): number | null {
  if (!(target instanceof Element) || target.closest('[data-own]') !== null) return null;
  const row = target.closest<HTMLElement>('#tickets [data-row]')?.dataset['row'];
  return row === undefined ? null : Number(row);
}

/** So long a finger rests before it means more than a tap. */
export const HOLD_MS = 500;
/** No finger rests quite still. */
const SLACK_PX = 10;

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** Tells a finger that rests from one that taps or scrolls. */
export function createLongPress<On>(onHold: (on: On) => void) {
  let from: Point | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function end(): void {
    clearTimeout(timer);
    from = null;
  }
  return {
    start(at: Point, on: On): void {
      end();
      from = at;
      timer = setTimeout(() => {
        from = null;
        onHold(on);
      }, HOLD_MS);
    },
    move(to: Point): void {
      if (from !== null && Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) > SLACK_PX) end();
    },
    end,
  };
}
