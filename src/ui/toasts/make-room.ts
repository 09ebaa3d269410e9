/** Lists and pages that toasts may stand over where there is no sidebar. */
const UNDER = '[role="grid"], [data-page-body]';

/** Ends lists and pages above the toasts, so that every row can be seen; restores the room once the toasts are gone. */
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
