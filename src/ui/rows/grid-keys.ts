import type { KeyboardEvent } from 'react';

interface GridKeys {
  readonly active: number;
  readonly total: number;
  /** Rows that fit into the window of the list. */
  readonly pageRows: number;
  readonly go: (index: number) => void;
  readonly open: (index: number) => void;
}

/** The keys of a grid: arrows, Page Up and Down, Home and End move the focus, Enter and Space open. */
export function gridKeyHandler({ active, total, pageRows, go, open }: GridKeys) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    if (!(event.target instanceof HTMLElement) || event.target.closest('[data-row]') === null) return;
    const last = total - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + pageRows,
      PageUp: active - pageRows,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target !== undefined) go(Math.max(0, Math.min(target, last)));
    else if (event.key === 'Enter' || event.key === ' ') open(active);
    else return;
    event.preventDefault();
  };
}
