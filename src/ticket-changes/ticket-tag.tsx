import { useSyncExternalStore } from 'react';
import { Tag } from '#src/ui/tag.tsx';

const LATEST_MS = 2_000;

let colors: ReadonlyMap<string, number> = new Map();
const listeners = new Set<() => void>();
let stop: (() => void) | null = null;

/** A tag with the colour that the site gave it. The colours come after the first sight of the page. */
export function TicketTag({ children }: { readonly children: string }) {
  const color = useSyncExternalStore(subscribe, () => colors.get(children.toLowerCase()));
  return <Tag color={color}>{children}</Tag>;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  stop ??= start();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    // With the last tag out of sight: the next may be another site's.
    stop?.();
    stop = null;
    colors = new Map();
  };
}

function start(): () => void {
  let isOver = false;
  let end: (() => void) | undefined;
  const timer = setTimeout(() => {
    import('./load-tag-colors.ts').then(
      ({ watchTagColors }) => {
        if (!isOver) end = watchTagColors(take);
      },
      // A missing chunk is told elsewhere; names say everything without colours.
      () => undefined,
    );
  }, LATEST_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
    end?.();
  };
}

function take(next: ReadonlyMap<string, number>): void {
  colors = next;
  for (const listener of listeners) listener();
}
