import type { ComponentProps, ReactNode } from 'react';
import { numberExample, type NumberKind, readNumber } from '#src/format/typed-number.ts';
import { Field, type FieldOf, split } from './field.tsx';
import { messages } from './messages.ts';

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'type' | 'inputMode'> {
  readonly kind: NumberKind;
}

/** Where a number is typed. Text, not `number`: that knows no separators of groups, and a wheel would change it. */
export function NumberInput({ kind, className = '', ...input }: NumberInputProps) {
  return (
    <input
      {...input}
      type="text"
      inputMode={kind === 'money' ? 'decimal' : 'numeric'}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      className={`tabular-nums ${className}`}
    />
  );
}

interface NumberFieldProps extends Omit<FieldOf<'input'>, 'type' | 'inputMode'> {
  readonly kind: NumberKind;
  /** What was understood, in words: "$1,500 a month". Null for nothing; left out where a glance at the number is enough. */
  readonly echo?: string | null;
  /** What else sets the number, beside it. */
  readonly beside?: ReactNode;
  /** Of the control. */
  readonly inputClass?: string;
}

/** A number as the page's locale writes it, read by `readNumber`, and beneath it what was understood. */
export function NumberField({ kind, echo, beside, inputClass = '', ...props }: NumberFieldProps) {
  const [{ error, hint, ...field }, input] = split(props);
  const isWrong = error !== undefined && error !== null;
  return (
    <Field
      {...field}
      error={isWrong ? <span role="status">{error}</span> : undefined}
      hint={
        echo === undefined ? (
          hint
        ) : (
          <span className={`flex flex-wrap items-center ${isWrong ? '' : 'min-h-[1lh]'}`}>
            {/* Not an `output`: the text of one is no part of the description of another element. */}
            <span role="status" className="text-ink-2 tabular-nums [overflow-wrap:anywhere] not-empty:me-2">
              {echo}
            </span>
            {hint}
          </span>
        )
      }
    >
      {({ className, ...control }) => {
        const number = <NumberInput kind={kind} {...input} {...control} className={`${className} ${inputClass}`} />;
        return beside === undefined ? (
          number
        ) : (
          <div className="flex flex-wrap items-center gap-2">
            {number}
            {beside}
          </div>
        );
      }}
    </Field>
  );
}

/** Why a typed number is refused; undefined where it is read. @param otherwise what may be entered */
export function numberProblem(text: string, kind: NumberKind, otherwise: string): string | undefined {
  const read = readNumber(text, kind);
  if (read.kind === 'number') return undefined;
  if (read.kind === 'empty' || read.why === 'text') return otherwise;
  return read.why === 'form' ? messages.like(numberExample(kind)) : messages.whole;
}
