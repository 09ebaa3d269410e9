import type { ComponentProps, ReactNode } from 'react';
import { numberExample, type NumberKind, readNumber } from '#src/format/typed-number.ts';
import { Field, type FieldOf, split } from './field.tsx';
import { messages } from './messages.ts';

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'type' | 'inputMode'> {
  readonly kind: NumberKind;
}

/** Input for a number. Not `type=number`, which refuses group separators and changes with the wheel. */
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
  /** The number as it was understood, such as "$1,500 a month"; null for none. */
  readonly echo?: string | null;
  /** Other controls that set the number. */
  readonly beside?: ReactNode;
  /** Classes of the input. */
  readonly inputClass?: string;
}

/** A number in the page's locale, read by `readNumber`. */
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
            {/* Not an `output`: its text is left out of other elements' descriptions. */}
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

/** Why a typed number is refused; undefined if it is valid. @param otherwise what may be entered */
export function numberProblem(text: string, kind: NumberKind, otherwise: string): string | undefined {
  const read = readNumber(text, kind);
  if (read.kind === 'number') return undefined;
  if (read.kind === 'empty' || read.why === 'text') return otherwise;
  return read.why === 'form' ? messages.like(numberExample(kind)) : messages.whole;
}
