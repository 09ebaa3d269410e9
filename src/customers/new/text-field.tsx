import { useId, type ComponentProps } from 'react';
import { Icon } from '#src/ui/icons/icon.tsx';

interface TextFieldProps extends Pick<ComponentProps<'input'>, 'name' | 'onChange' | 'onBlur' | 'ref'> {
  readonly label: string;
  readonly type: 'text' | 'email' | 'tel';
  readonly hint?: string;
  readonly error: string | undefined;
}

/** A label above its field, what helps below, and what is wrong with it where something is. */
export function TextField({ label, type, hint, error, ...input }: TextFieldProps) {
  const id = useId();
  const described = [
    ...(error === undefined ? [] : [`${id}-error`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ].join(' ');
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-12 font-medium">
        {label}
      </label>
      <input
        {...input}
        id={id}
        type={type}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described === '' ? undefined : described}
        className={`min-h-control w-full rounded-control border bg-surface px-2.5 text-ink pointer-coarse:max-md:text-[16px] ${
          error === undefined ? 'border-line-control' : 'border-danger'
        }`}
      />
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
    </div>
  );
}
