import type { FocusEventHandler, Ref } from 'react';
import { Icon } from '#src/ui/icons/icon.tsx';

interface AmountFieldProps {
  readonly id: string;
  readonly text: string;
  readonly placeholder?: string;
  readonly problem: string | undefined;
  /** Ids of what else is said of it. */
  readonly describedBy?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onChange: (text: string) => void;
  readonly onBlur?: FocusEventHandler;
}

/** A field for an amount. Text, not `number`: "2,120,000" is allowed, and a wheel changes nothing. */
export function AmountField({
  id,
  text,
  placeholder,
  problem,
  describedBy,
  inputRef,
  onChange,
  onBlur,
}: AmountFieldProps) {
  const described = [problem === undefined ? null : `${id}-problem`, describedBy]
    .filter((part) => part != null)
    .join(' ');
  return (
    <input
      ref={inputRef}
      id={id}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      value={text}
      placeholder={placeholder}
      aria-invalid={problem === undefined ? undefined : true}
      aria-describedby={described === '' ? undefined : described}
      className={`min-h-control w-28 flex-none rounded-control border bg-surface px-2 text-ink tabular-nums ${
        problem === undefined ? 'border-line-control' : 'border-danger'
      }`}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  );
}

/** What is wrong with the field of this id. */
export function AmountProblem({ id, problem }: { readonly id: string; readonly problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p id={`${id}-problem`} role="status" className="mt-1 flex gap-1.5 text-12 text-danger-text">
      <Icon name="warning" size={14} className="mt-px flex-none" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{problem}</span>
    </p>
  );
}
