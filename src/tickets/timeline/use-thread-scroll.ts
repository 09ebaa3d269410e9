import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import { keepPosition, keptPosition, placeIn, scrollToTarget, type Target } from './thread-position.ts';

const AT_REST_MS = 100;
/** From here on the person decides what is in sight. */
const HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

interface ThreadScroll {
  readonly pane: RefObject<HTMLDivElement | null>;
  /** Ticket and part of it. */
  readonly part: string;
  /** Where it opens, the first time. */
  readonly opensAt: Target;
  readonly isThere: boolean;
  /** Changes with what is in the thread: what comes later moves nothing. */
  readonly content: string;
}

/**
 * Opens a thread at its place, and holds it there while messages get their heights and the box below takes its own, until
 * somebody scrolls or the thread grows. Coming back leads to where it was left. Answers what to call just before earlier
 * messages are put above: those in sight then stay where they are.
 */
export function useThreadScroll({ pane, part, opensAt, isThere, content }: ThreadScroll): () => void {
  const held = useRef<Target | null>(null);
  const openedWith = useRef('');
  const latest = useRef({ opensAt, content });
  const keeps = useRef<Target | null>(null);
  useLayoutEffect(() => {
    const isOther = latest.current.content !== content;
    latest.current = { opensAt, content };
    if (openedWith.current !== content) held.current = null;
    if (!isOther || keeps.current === null || pane.current === null) return;
    held.current = keeps.current;
    openedWith.current = content;
    keeps.current = null;
    scrollToTarget(pane.current, held.current);
  });
  useLayoutEffect(() => {
    const element = pane.current;
    if (!isThere || element === null) return;
    const target = keptPosition(part) ?? latest.current.opensAt;
    held.current = target;
    openedWith.current = latest.current.content;
    scrollToTarget(element, target);
    const hold = new ResizeObserver(() => {
      // Where there is more than fits, Tab reaches it and the arrow keys scroll.
      element.tabIndex = element.scrollHeight > element.clientHeight ? 0 : -1;
      if (held.current !== null) scrollToTarget(element, held.current);
    });
    hold.observe(element);
    for (const child of element.children) hold.observe(child);
    const letGo = () => {
      held.current = null;
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      clearTimeout(timer);
      timer = setTimeout(() => keepPosition(part, element), AT_REST_MS);
    };
    for (const name of HANDS) element.addEventListener(name, letGo, { passive: true });
    element.addEventListener('scroll', rest, { passive: true });
    return () => {
      hold.disconnect();
      clearTimeout(timer);
      for (const name of HANDS) element.removeEventListener(name, letGo);
      element.removeEventListener('scroll', rest);
    };
  }, [pane, part, isThere]);
  return useCallback(() => {
    if (pane.current === null) return;
    keeps.current = placeIn(pane.current);
    // The button that was pressed goes with the last of them.
    pane.current.focus({ preventScroll: true });
  }, [pane]);
}
