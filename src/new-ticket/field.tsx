import { useId, type ReactNode } from 'react';
import { codePoints } from '#contract/scalars.ts';
import { formatCount } from '#src/format/number.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';

/** What the control of a field must carry. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly className: string;
}

interface FieldProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly isOptional?: boolean;
  /** Counted from the last part of the limit on. */
  readonly counter?: { readonly text: string; readonly from: number; readonly max: number };
  readonly className?: string;
  readonly children: (control: ControlProps) => ReactNode;
}

const CONTROL =
  'w-full min-w-0 rounded-control border bg-surface px-2.5 text-ink focus-visible:border-transparent focus-visible:outline-offset-0';

/** A label above its control, what helps below, and what is wrong with it where something is. */
export function Field({ label, error, hint, isOptional = false, counter, className = '', children }: FieldProps) {
  const id = useId();
  const used = counter === undefined ? 0 : codePoints(counter.text);
  const isCounted = counter !== undefined && used >= counter.from;
  const described = [
    error === undefined ? null : `${id}-error`,
    hint === undefined ? null : `${id}-hint`,
    isCounted ? `${id}-count` : null,
  ].filter((part) => part !== null);
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1 flex gap-1.5 text-12 font-medium">
        {label}
        {isOptional ? <span className="font-normal text-ink-3">{messages.optional}</span> : null}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        className: `${CONTROL} ${error === undefined ? 'border-line-control' : 'border-danger'}`,
      })}
      {error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1 flex gap-1.5 text-12 text-danger-text">
          <Icon name="warning" size={14} className="mt-px flex-none" />
          {error}
        </p>
      )}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="mt-1 text-12 text-ink-3">
          {hint}
        </p>
      )}
      {isCounted ? (
        <p
          id={`${id}-count`}
          className={`mt-1 text-end text-12 tabular-nums ${used > counter.max ? 'text-danger-text' : 'text-ink-3'}`}
        >
          {messages.count(formatCount(used), formatCount(counter.max))}
        </p>
      ) : null}
    </div>
  );
}
