import { useId, type ComponentProps, type ReactNode } from 'react';
import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';
import { codePoints } from '#contract/scalars.ts';
import { formatCount } from '#src/format/number.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';

/** Shows the number of characters from `from` on. */
interface Counter {
  readonly text: string;
  readonly from: number;
  readonly max: number;
}

interface FieldProps {
  readonly label: string;
  /** Hide it if the surroundings already name the field. */
  readonly isLabelHidden?: boolean | undefined;
  /** Why the value is refused; may include a button that fixes it. */
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
  /** Says "optional" beside the label. */
  readonly isOptional?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  readonly counter?: Counter | undefined;
  /** `lg` in long forms, `lines` for several lines of text. */
  readonly size?: 'md' | 'lg' | 'lines' | undefined;
  readonly className?: string | undefined;
}

/** Attributes of the control of a field. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly className: string;
}

const CONTROL =
  'w-full min-w-0 rounded-control border bg-surface px-2.5 text-ink focus-visible:border-transparent focus-visible:outline-offset-0';
const HEIGHTS = {
  md: 'min-h-control pointer-coarse:min-h-11',
  lg: 'min-h-[36px] pointer-coarse:min-h-11',
  lines: 'min-h-28',
} as const;

/**
 * A label above a control, with its error, hint and counter. `TextField`, `TextArea` and `SelectField` use it; other
 * controls are given as a function.
 */
export function Field({
  label,
  isLabelHidden = false,
  error,
  hint,
  isOptional = false,
  isRequired = false,
  counter,
  size = 'md',
  className = '',
  children,
}: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const isWrong = error !== undefined && error !== null;
  const used = counter === undefined ? 0 : codePoints(counter.text);
  const isCounted = counter !== undefined && used >= counter.from;
  const described = [
    isWrong ? `${id}-error` : null,
    hint === undefined ? null : `${id}-hint`,
    isCounted ? `${id}-count` : null,
  ].filter((part) => part !== null);
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1 flex gap-1.5 text-12 font-medium'}>
        {label}
        {isOptional ? <span className="font-normal text-ink-3">{messages.optional}</span> : null}
      </label>
      {children({
        id,
        'aria-invalid': isWrong || undefined,
        'aria-required': isRequired || undefined,
        'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        className: `${CONTROL} ${HEIGHTS[size]} ${isWrong ? 'border-danger' : 'border-line-control'}`,
      })}
      {isWrong ? (
        <div id={`${id}-error`} className="mt-1 flex gap-1.5 text-12 text-danger-text [overflow-wrap:anywhere]">
          <Icon name="warning" size={14} className="mt-px flex-none" />
          {error}
        </div>
      ) : null}
      {hint === undefined ? null : (
        <div id={`${id}-hint`} className="mt-1 text-12 text-ink-3">
          {hint}
        </div>
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

export type FieldOf<Tag extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<Tag>, keyof FieldProps>;

/** A line of text: `<TextField label="Name" {...fieldOf(form, 'name')} />`. For numbers use `NumberField`. */
export function TextField(props: FieldOf<'input'>) {
  const [field, input] = split(props);
  return (
    <Field {...field}>{(control) => <input type="text" dir="auto" autoComplete="off" {...input} {...control} />}</Field>
  );
}

/** Several lines; grows with its text. */
export function TextArea(props: FieldOf<'textarea'>) {
  const [field, area] = split(props);
  return (
    <Field {...field} size="lines">
      {({ className, ...control }) => (
        <textarea
          dir="auto"
          {...area}
          {...control}
          className={`field-sizing-content max-h-[40dvh] resize-y py-2 ${className}`}
        />
      )}
    </Field>
  );
}

interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export function SelectField({ options, ...props }: FieldOf<'select'> & { readonly options: readonly SelectOption[] }) {
  const [field, select] = split(props);
  return (
    <Field {...field}>
      {(control) => (
        <select {...select} {...control}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The registration and the error of a form's field. */
export function fieldOf<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: FieldPath<Values>,
  options?: RegisterOptions<Values, FieldPath<Values>>,
) {
  return { ...form.register(name, options), error: form.getFieldState(name, form.formState).error?.message };
}

/** Splits the props into the field's and its control's. */
export function split<Control extends object>(props: FieldProps & Control) {
  const { label, isLabelHidden, error, hint, isOptional, isRequired, counter, size, className, ...control } = props;
  const field: FieldProps = { label, isLabelHidden, error, hint, isOptional, isRequired, counter, size, className };
  return [field, control] as const;
}
