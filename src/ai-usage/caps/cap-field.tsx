import { useId, type Ref } from 'react';
import type { AiCap } from '#contract/ai-names.ts';
import { Button } from '#src/ui/button.tsx';
import { AmountField, AmountProblem } from './amount-field.tsx';
import { fieldText, formatCap } from './cap-amount.ts';
import { LEAVE, limitAfter, type Amount, type CapDraft } from './cap-draft.ts';
import { CapSlider } from './cap-slider.tsx';
import { messages } from './messages.ts';

interface CapFieldProps {
  readonly cap: AiCap;
  readonly draft: CapDraft;
  readonly saved: Amount | null;
  readonly current: Amount;
  readonly problem: string | undefined;
  /** What the limit would mean; null while nothing is tried. */
  readonly whatIf: string | null;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onChange: (draft: CapDraft) => void;
  readonly onBlur: () => void;
}

/** One cap of the form: typed, moved by its slider, taken away, or left as it is. A line says which of them it is. */
export function CapField({ cap, draft, saved, current, problem, whatIf, inputRef, onChange, onBlur }: CapFieldProps) {
  const id = useId();
  const name = messages.name[cap];
  const limit = limitAfter(cap, draft, saved);
  const text =
    draft.kind === 'set' ? draft.text : draft.kind === 'clear' || saved === null ? '' : fieldText(cap, saved);
  return (
    <div className="mt-3">
      <label htmlFor={id} className="mb-1 block text-12 font-medium">
        {name}
      </label>
      <div className="flex items-center gap-2">
        <AmountField
          id={id}
          inputRef={inputRef}
          text={text}
          placeholder={messages.noCap}
          problem={problem}
          describedBy={`${id}-state`}
          onChange={(typed) => onChange({ kind: 'set', text: typed })}
          onBlur={onBlur}
        />
        <CapSlider
          cap={cap}
          label={messages.form.slider(name)}
          value={limit ?? null}
          by={[current, saved]}
          onChange={(amount) => onChange({ kind: 'set', text: fieldText(cap, amount) })}
        />
        <Button
          size="sm"
          aria-label={messages.form.noCapFor(name)}
          aria-pressed={limit === null}
          className={limit === null ? 'border-line-strong bg-active' : ''}
          onClick={() => onChange(saved === null ? LEAVE : { kind: 'clear' })}
        >
          {messages.noCap}
        </Button>
      </div>
      <p id={`${id}-state`} className="mt-1 flex min-h-6 flex-wrap items-center gap-x-2 text-12 text-ink-3">
        {draft.kind === 'leave' || (limit !== undefined && String(limit) === String(saved)) ? (
          messages.form.stays(formatCap(cap, saved))
        ) : (
          <>
            {limit === undefined ? null : (
              <span className="font-medium text-ink">
                {messages.form.change(formatCap(cap, saved), formatCap(cap, limit))}
              </span>
            )}
            <Button
              size="sm"
              variant="ghost"
              aria-label={messages.form.keepFor(formatCap(cap, saved), name)}
              onClick={() => onChange(LEAVE)}
            >
              {messages.form.keep(formatCap(cap, saved))}
            </Button>
          </>
        )}
      </p>
      <AmountProblem id={id} problem={problem} />
      <p role="status" className="text-12 text-ink-2 text-pretty">
        {whatIf}
      </p>
    </div>
  );
}
