/** Where a day stands: in the middle of its part of the axis, as a column does, or at its end, as a running total does. */
export type DayPlace = 'middle' | 'end';

interface PlotSize {
  /** px of the whole picture. */
  readonly width: number;
  readonly height: number;
  /** px that the labels of the value axis need. */
  readonly labelWidth: number;
  readonly days: number;
  /** The value at the top. */
  readonly max: number;
  /** The value at the bottom, 0 unless given. */
  readonly min?: number | undefined;
  /** px above the values, and of a second panel below them with the same days. */
  readonly above?: number | undefined;
  readonly below?: number | undefined;
  readonly place: DayPlace;
}

/** From values to px of the picture and back. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Where a panel below the values ends; without one, where they do. */
  readonly floor: number;
  readonly max: number;
  /** px from one day to the next. */
  readonly dayWidth: number;
  dayX(index: number): number;
  /** The index of the day that is nearest. */
  dayAt(x: number): number;
  y(value: number): number;
  valueAt(y: number): number;
}

const TOP = 14;
/** Half a label of the last day stands beyond the end of the axis. */
const RIGHT = 14;
const X_AXIS_HEIGHT = 24;

export function plotOf(size: PlotSize): Plot {
  const { width, height, labelWidth, days, max, min = 0, above: top = TOP, below = 0, place } = size;
  const left = labelWidth;
  const right = Math.max(left + 1, width - RIGHT);
  const floor = Math.max(top + 1, height - X_AXIS_HEIGHT);
  const bottom = Math.max(top + 1, floor - below);
  const dayWidth = (right - left) / Math.max(1, days);
  const shift = place === 'middle' ? 0.5 : 1;
  const last = Math.max(0, days - 1);
  return {
    left,
    right,
    top,
    bottom,
    floor,
    max,
    dayWidth,
    dayX: (index) => left + (index + shift) * dayWidth,
    dayAt: (x) => Math.min(last, Math.max(0, Math.round((x - left) / dayWidth - shift))),
    y: (value) => bottom - ((value - min) / (max - min)) * (bottom - top),
    valueAt: (y) => min + ((bottom - Math.min(bottom, Math.max(top, y))) / (bottom - top)) * (max - min),
  };
}

/** A step is one of these, times a power of ten. */
const STEPS = [1, 2, 2.5, 3, 4, 5, 10];
/** Above the zero: with it four ticks. */
const MAX_STEPS = 3;

/**
 * Where a value axis has its ticks: from 0 in equal, round steps to the first that is not below `max`. At most four.
 * @param isWhole the values are counts: no tick lies between two of them
 */
export function niceTicks(max: number, isWhole: boolean): readonly number[] {
  if (!(max > 0) || !Number.isFinite(max)) return [0];
  const least = max / MAX_STEPS;
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = STEPS.find((candidate) => exact(candidate * power) >= exact(least)) ?? 10;
  const step = isWhole ? Math.max(1, Math.ceil(exact(factor * power))) : factor * power;
  const count = Math.ceil(exact(max / step));
  return Array.from({ length: count + 1 }, (_, index) => exact(index * step));
}

/** Takes off what binary fractions add: 3 × 0.1 is 0.3. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}
