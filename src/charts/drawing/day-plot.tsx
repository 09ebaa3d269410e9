import { useState, useLayoutEffect, useRef, type RefObject } from 'react';
import { niceTicks } from '#src/charts/scale/nice-ticks.ts';
import { plotOf } from '#src/charts/scale/plot.ts';
import { DayOverlay } from './day-overlay.tsx';
import { DayPicture } from './day-picture.tsx';
import type { DayPlotProps } from './day-plot-props.ts';
import { LineHandle } from './line-handle.tsx';
import { textWidth } from './text-width.ts';

/** px that an element is wide, 0 until it is known. */
function useWidth(): { readonly box: RefObject<HTMLDivElement | null>; readonly width: number } {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

/** px between a value's label and the plot. */
const LABEL_GAP = 8;
/** Room above a line that is dragged, so that it can be dragged up. */
const HEADROOM = 1.25;

/** What every chart over UTC days is made of. Time runs from left to right in any script. */
export function DayPlot(props: DayPlotProps) {
  const { days, format, height, lines = [], place, max, isWhole } = props;
  const { box, width } = useWidth();
  const [heldTicks, setHeldTicks] = useState<readonly number[] | null>(null);
  const top = Math.max(max, ...lines.map(({ value, onChange }) => value * (onChange === undefined ? 1 : HEADROOM)));
  const ticks = heldTicks ?? niceTicks(top, isWhole);
  const labelWidth = Math.ceil(Math.max(...ticks.map((tick) => textWidth(format(tick, 'short')))) + LABEL_GAP);
  const plot = plotOf({ width, height, labelWidth, days: days.length, max: ticks.at(-1) || 1, place });

  return (
    <div ref={box} className="relative select-none" dir="ltr" style={{ height }}>
      {width === 0 ? null : (
        // Out of the flow: what is drawn for a wide page must not keep a narrower one wide.
        <div className="absolute inset-0">
          <DayPicture {...props} width={width} plot={plot} ticks={ticks} />
          <DayOverlay {...props} width={width} plot={plot} />
          {lines.map(({ label, value, onChange }, place) =>
            onChange === undefined ? null : (
              <LineHandle
                // Its label has the value in it, which changes while it is dragged.
                key={place}
                plot={plot}
                label={label}
                value={value}
                text={format(value, 'full')}
                onChange={onChange}
                onDrag={(isDragged) => setHeldTicks(isDragged ? ticks : null)}
              />
            ),
          )}
        </div>
      )}
    </div>
  );
}
