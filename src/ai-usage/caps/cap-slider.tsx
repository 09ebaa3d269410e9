import type { KeyboardEvent } from 'react';
import type { AiCap } from '#contract/ai-names.ts';
import { formatRate } from './cap-amount.ts';
import type { Amount } from './cap-draft.ts';
import { FIRST_LIMITS, niceStep } from './slider-range.ts';

const WIDE = 10;

interface CapSliderProps {
  readonly cap: AiCap;
  readonly label: string;
  readonly value: Amount | null;
  /** What it is measured by: the slider goes from 0 to twice the largest of these. */
  readonly by: readonly (Amount | null)[];
  readonly onChange: (amount: Amount) => void;
}

/** Tries an amount by hand: the arrow keys by 1 % of its length, with Shift by 10 %. */
export function CapSlider({ cap, label, value, by, onChange }: CapSliderProps) {
  const largest = Math.max(...by.map((amount) => Number(amount ?? 0)));
  const max = Math.max(2 * (largest === 0 ? FIRST_LIMITS[cap] : largest), Number(value ?? 0));
  const step = niceStep(max / 100, cap);
  const now = Number(value ?? 0);

  function move(to: number): void {
    const within = Math.min(max, Math.max(0, to));
    const exact = cap === 'budget' ? Math.round(within * 100) / 100 : BigInt(Math.round(within));
    onChange(exact);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (!event.shiftKey) return;
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const forward = event.key === 'ArrowUp' || event.key === (rtl ? 'ArrowLeft' : 'ArrowRight');
    const backward = event.key === 'ArrowDown' || event.key === (rtl ? 'ArrowRight' : 'ArrowLeft');
    if (!forward && !backward) return;
    event.preventDefault();
    move(now + (forward ? step : -step) * WIDE);
  }

  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={value === null ? undefined : formatRate(cap, value)}
      min={0}
      max={max}
      step="any"
      value={now}
      className="h-control min-w-0 flex-1 accent-accent"
      onChange={(event) => move(Math.round(Number(event.target.value) / step) * step)}
      onKeyDown={onKeyDown}
    />
  );
}
