/**
 * Where a thread is to stand: at its end, or with the beginning or the end of an entry so far below the upper edge. The day
 * above an entry is a part of it and may go: what is in sight of the first one is held by its end.
 */
export type Target =
  | 'start'
  | 'end'
  | { readonly entry: string; readonly edge: 'top' | 'bottom'; readonly offset: number };

const MAX_KEPT = 50;
/** By entry of the history and part of the ticket. */
const kept = new Map<string, Target>();

/** Back leads to the same entry of the history; the same ticket opened anew is another. */
function keyOf(part: string): string {
  const state: unknown = history.state;
  const entry = typeof state === 'object' && state !== null && '__TSR_key' in state ? String(state.__TSR_key) : '';
  return `${entry} ${part}`;
}

export function keptPosition(part: string): Target | null {
  return kept.get(keyOf(part)) ?? null;
}

/** The entry at the upper edge, and not the distance: what is above may be drawn in another height. */
export function placeIn(pane: HTMLElement): Target | null {
  const top = pane.getBoundingClientRect().top;
  const entry = [...pane.querySelectorAll<HTMLElement>('[data-entry]')].find(
    (element) => element.getBoundingClientRect().bottom > top,
  );
  const name = entry?.dataset['entry'];
  return entry === undefined || name === undefined
    ? null
    : { entry: name, edge: 'bottom', offset: entry.getBoundingClientRect().bottom - top };
}

export function keepPosition(part: string, pane: HTMLElement): void {
  const place = placeIn(pane);
  if (place === null) return;
  const key = keyOf(part);
  kept.delete(key);
  kept.set(key, place);
  for (const old of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(old);
}

export function scrollToTarget(pane: HTMLElement, target: Target): void {
  if (typeof target === 'string') {
    pane.scrollTop = target === 'end' ? pane.scrollHeight : 0;
    return;
  }
  const entry = pane.querySelector(`[data-entry="${target.entry}"]`);
  if (entry === null) return;
  pane.scrollTop += entry.getBoundingClientRect()[target.edge] - pane.getBoundingClientRect().top - target.offset;
}
