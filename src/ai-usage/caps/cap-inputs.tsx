import type { FocusEventHandler, KeyboardEvent, Ref } from 'react';
import type { AiLimits } from '#contract/ai-limits.ts';
import type { AiCap, CapAction } from '#contract/ai-names.ts';
import { capConsequence, hardConsequence } from '#src/ai-usage/cap-consequence.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { formatRate, niceStep, roundAmount, type Amount } from './cap-amounts.ts';
import { messages } from './messages.ts';

interface AmountFieldProps {
  readonly id: string;
  readonly text: string;
  readonly placeholder?: string;
  readonly problem: string | undefined;
  /** The id of what else is said of it. */
  readonly describedBy?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onChange: (text: string) => void;
  readonly onBlur?: FocusEventHandler;
}

/** A field for an amount. Text, not `number`: "2,120,000" is allowed, and a wheel changes nothing. */
export function AmountField({ id, text, problem, describedBy, inputRef, onChange, ...rest }: AmountFieldProps) {
  const described = [problem === undefined ? [] : `${id}-problem`, describedBy ?? []].flat();
  return (
    <input
      {...rest}
      ref={inputRef}
      id={id}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      value={text}
      aria-invalid={problem === undefined ? undefined : true}
      aria-describedby={described.join(' ') || undefined}
      className={`min-h-control w-28 flex-none rounded-control border bg-surface px-2 text-ink tabular-nums ${
        problem === undefined ? 'border-line-control' : 'border-danger'
      }`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The message of the field with this id. */
export function AmountProblem({ id, problem }: { readonly id: string; readonly problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p id={`${id}-problem`} role="status" className="mt-1 flex gap-1.5 text-12 text-danger-text">
      <Icon name="warning" size={14} className="mt-px flex-none" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{problem}</span>
    </p>
  );
}

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
