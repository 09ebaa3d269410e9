import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Where a thread is to stand: at its end, or with the beginning or the end of an entry so far below the upper edge. The day
 * above an entry is a part of it and may go: what is in sight of the first one is held by its end.
 */
type Target = 'start' | 'end' | { readonly entry: string; readonly edge: 'top' | 'bottom'; readonly offset: number };

const MAX_KEPT = 50;
/** By entry of the history and part of the ticket. */
const kept = new Map<string, Target>();

/** Back leads to the same entry of the history; the same ticket opened anew is another. */
function keyOf(part: string): string {
  const state: unknown = history.state;
  const entry = typeof state === 'object' && state !== null && '__TSR_key' in state ? String(state.__TSR_key) : '';
  return `${entry} ${part}`;
}

function keptPosition(part: string): Target | null {
  return kept.get(keyOf(part)) ?? null;
}

/** The entry at the upper edge, and not the distance: what is above may be drawn in another height. */
function placeIn(pane: HTMLElement): Target | null {
  const top = pane.getBoundingClientRect().top;
  const entry = [...pane.querySelectorAll<HTMLElement>('[data-entry]')].find(
    (element) => element.getBoundingClientRect().bottom > top,
  );
  const name = entry?.dataset['entry'];
  return entry === undefined || name === undefined
    ? null
    : { entry: name, edge: 'bottom', offset: entry.getBoundingClientRect().bottom - top };
}

function keepPosition(part: string, pane: HTMLElement): void {
  const place = placeIn(pane);
  if (place === null) return;
  const key = keyOf(part);
  kept.delete(key);
  kept.set(key, place);
  for (const old of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(old);
}

function scrollToTarget(pane: HTMLElement, target: Target): void {
  if (typeof target === 'string') {
    pane.scrollTop = target === 'end' ? pane.scrollHeight : 0;
    return;
  }
  const entry = pane.querySelector(`[data-entry="${target.entry}"]`);
  if (entry === null) return;
  pane.scrollTop += entry.getBoundingClientRect()[target.edge] - pane.getBoundingClientRect().top - target.offset;
}

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
 * the person scrolls or the thread grows. Coming back leads to where it was left. Returns what to call just before earlier
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
