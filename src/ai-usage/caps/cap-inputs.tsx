import type { KeyboardEvent } from 'react';
import type { AiLimits } from '#contract/ai-limits.ts';
import type { AiCap, CapAction } from '#contract/ai-names.ts';
import { capConsequence, hardConsequence } from './cap-outlook.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { formatRate, niceStep, roundAmount, type Amount } from './cap-amounts.ts';
import { messages } from './messages.ts';

/** The range of a slider where nothing is used and nothing is set. */
const FIRST_LIMITS: Readonly<Record<AiCap, number>> = { budget: 100, daily_tokens: 1_000_000, minute_calls: 60 };
const WIDE = 10;

interface CapSliderProps {
  readonly cap: AiCap;
  readonly label: string;
  readonly value: Amount | null;
  /** The slider goes from 0 to twice the largest of these. */
  readonly by: readonly (Amount | null)[];
  readonly onChange: (amount: Amount) => void;
}

/** Tries an amount by hand: the arrow keys by 1 % of its length, with Shift by 10 %. */
export function CapSlider({ cap, label, value, by, onChange }: CapSliderProps) {
  const now = Number(value ?? 0);
  const largest = Math.max(...by.map((amount) => Number(amount ?? 0)));
  const max = Math.max(2 * (largest === 0 ? FIRST_LIMITS[cap] : largest), now);
  const step = niceStep(max / 100, cap);
  const move = (to: number) => onChange(roundAmount(cap, Math.min(max, Math.max(0, to))));

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
      aria-valuetext={value === null ? messages.noCap : formatRate(cap, value)}
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

interface ActionChoiceProps {
  readonly action: CapAction;
  readonly limits: AiLimits;
  readonly onChange: (action: CapAction) => void;
}

/** The action of the caps, with what it does in words. */
export function ActionChoice({ action, limits, onChange }: ActionChoiceProps) {
  return (
    <div className="mt-3">
      <p className="mb-1 text-12 font-medium">{messages.form.when}</p>
      <Segmented
        label={messages.form.when}
        value={action}
        options={[
          { value: 'soft', label: messages.form.soft },
          { value: 'hard', label: messages.form.hard },
        ]}
        onChange={onChange}
      />
      <p role="status" className="mt-1 text-12 text-ink-2 text-pretty">
        {action === 'soft' ? messages.form.soften(capConsequence.softText) : hardConsequence(limits)}
      </p>
    </div>
  );
}
