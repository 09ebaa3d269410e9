import { useId, type ComponentProps } from 'react';
import { Icon } from '#src/ui/icons/icon.tsx';

interface EditFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  readonly error: string | undefined;
}

/** A label above its field, and what is wrong with it. */
export function EditField({ label, error, ...input }: EditFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-12 font-medium">
        {label}
      </label>
      <input
        id={id}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        className={`h-9 w-full min-w-0 rounded-control border bg-surface px-2.5 text-ink focus-visible:border-transparent focus-visible:outline-offset-0 pointer-coarse:h-11 ${error === undefined ? 'border-line-control' : 'border-danger'}`}
      />
      {error === undefined ? null : (
        <p id={`${id}-error`} className="mt-1 flex gap-1.5 text-12 text-danger-text">
          <Icon name="warning" size={14} className="mt-px" />
          {error}
        </p>
      )}
    </div>
  );
}
