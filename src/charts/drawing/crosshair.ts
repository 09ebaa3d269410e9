import { createAtom, useSelector } from '@tanstack/react-store';

/** The day that somebody looks at. There is one pointer and one focus in a page, so there is one of these. */
interface Crosshair {
  /** Every chart of this group draws its rule there. */
  readonly group: string;
  readonly day: string;
  /** The chart under the pointer or with the focus: it has the tooltip. */
  readonly chart: string;
}

const crosshair = createAtom<Crosshair | null>(null);

export function useCrosshair(group: string): Crosshair | null {
  return useSelector(crosshair, (now) => (now?.group === group ? now : null));
}

export function setCrosshair(next: Crosshair): void {
  const now = crosshair.get();
  if (now?.chart === next.chart && now.day === next.day && now.group === next.group) return;
  crosshair.set(() => next);
}

/** A chart that somebody leaves takes only its own crosshair away. */
export function clearCrosshair(chart: string): void {
  if (crosshair.get()?.chart === chart) crosshair.set(() => null);
}
