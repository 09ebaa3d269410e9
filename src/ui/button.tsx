import { useId, type ComponentProps, type ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { IconName } from '#src/ui/icons/icon-paths.ts';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { Spinner } from './spinner.tsx';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
  /** The label stays, a ring takes the icon's place, presses do nothing. */
  readonly busy?: boolean;
  readonly kbd?: string;
  /** Says why it cannot be pressed: shown as a tooltip; the button stays focusable. */
  readonly disabledReason?: string | undefined;
  readonly children: ReactNode;
}

export function Button({
  variant = 'default',
  size = 'md',
  icon,
  busy = false,
  kbd,
  disabledReason,
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const off = disabledReason !== undefined;
  return (
    <Tooltip text={disabledReason}>
      <button
        type="button"
        {...rest}
        aria-disabled={off || busy || undefined}
        aria-busy={busy || undefined}
        aria-describedby={off ? reasonId : rest['aria-describedby']}
        className={`${buttonClass({ variant, size, off })} ${className}`}
        onClick={(event) => {
          // aria-disabled does not stop a press, nor the submit of a form.
          if (off || busy) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {busy ? <Spinner /> : icon === undefined ? null : <Icon name={icon} size={14} />}
        {children}
        {kbd === undefined ? null : <Kbd keys={kbd} />}
        {off ? (
          <span id={reasonId} className="sr-only">
            {disabledReason}
          </span>
        ) : null}
      </button>
    </Tooltip>
  );
}
