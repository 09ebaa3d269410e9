import type { KeyboardEvent } from 'react';

/** What the arrows go through: the parts, then the main button. */
const STOPS = '[type="checkbox"], [type="submit"]';

/** Keys of the parts and of the main button: arrows go on, and only a new press of Enter confirms. */
export function onHoldKey(event: KeyboardEvent<HTMLElement>): void {
  // The key that chose the verb may still be down.
  if (event.key === 'Enter' && event.repeat) return event.preventDefault();
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  const stops = [...(event.currentTarget.closest('dialog')?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
  stops[stops.indexOf(event.currentTarget) + by]?.focus();
}
