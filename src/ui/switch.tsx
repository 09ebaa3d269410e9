import type { ComponentProps, ReactNode } from 'react';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'children'> {
  readonly isOn: boolean;
  readonly label: string;
  /** Hidden where the row around says what it switches. */
  readonly isLabelHidden?: boolean;
  /** The meaning of its present state. */
  readonly text?: ReactNode;
}

/** One thing that is on or off, with what it means beside it. */
export function Switch({ isOn, label, isLabelHidden = false, text, ...input }: SwitchProps) {
  return (
    <label
      className={`relative flex min-h-6 items-start gap-2.5 ${input.disabled === true ? 'cursor-default opacity-60' : 'cursor-pointer'}`}
    >
      <input {...input} type="checkbox" role="switch" aria-checked={isOn} className="peer sr-only" />
      <span
        aria-hidden="true"
        className="relative mt-1 h-4 w-7 flex-none rounded-full border border-line-control bg-sunken transition-colors duration-fast peer-checked:border-accent peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus after:absolute after:start-0.5 after:top-1/2 after:size-2.5 after:-translate-y-1/2 after:rounded-full after:border after:border-transparent after:bg-line-control after:transition-[inset-inline-start] after:duration-fast peer-checked:after:start-3.5 peer-checked:after:bg-accent-on forced-colors:peer-checked:after:bg-[Highlight]"
      />
      <span className={isLabelHidden ? 'sr-only' : 'min-w-0'}>
        <span className="block font-medium">{label}</span>
        {text === undefined ? null : <span className="block text-12 text-ink-3">{text}</span>}
      </span>
    </label>
  );
}
