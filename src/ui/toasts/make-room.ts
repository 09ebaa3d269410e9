/** Lists and pages that toasts may stand over where there is no sidebar. */
const UNDER = '[role="grid"], [data-page-body]';

/**
 * Ends the lists and pages that toasts stand over above them, so that each row is seen whole or is scrolled to; gives the
 * room back once the toasts are gone. A row with the focus stays in sight.
 */
export function makeRoom(toasts: HTMLElement | null): void {
  if (toasts === null) return;
  const { top, left, right, height } = toasts.getBoundingClientRect();
  for (const part of document.querySelectorAll<HTMLElement>(UNDER)) {
    const box = part.getBoundingClientRect();
    const isUnder = height > 0 && box.left < right && left < box.right;
    const room = isUnder ? Math.max(0, box.bottom - top) : 0;
    part.style.paddingBottom = room === 0 ? '' : `${room}px`;
    const focused = document.activeElement;
    if (room > 0 && part.contains(focused)) focused?.scrollIntoView({ block: 'nearest' });
  }
}
