import { type ComponentProps, type ReactNode, useId } from 'react';
import { LEFT_OUT } from '#src/i18n/left-out.ts';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { keyLabels } from '#src/ui/keys/key-stroke.ts';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts';
import { Spinner } from './loading.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
  /** The label stays, a ring takes the icon's place, presses do nothing. */
  readonly busy?: boolean;
  readonly kbd?: string;
  /** Says why it cannot be pressed: shown as a tooltip; the button stays focusable. It is absent where that is `LEFT_OUT`. */
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
  if (disabledReason === LEFT_OUT) return null;
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

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'children'> {
  readonly icon: IconName;
  /** The accessible name, and the tooltip with the key. */
  readonly label: string;
  readonly kbd?: string;
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly busy?: boolean;
  readonly disabledReason?: string | undefined;
}

export function IconButton({
  icon,
  label,
  kbd,
  variant = 'ghost',
  size = 'md',
  busy = false,
  disabledReason,
  className = '',
  onClick,
  ...rest
}: IconButtonProps) {
  const off = disabledReason !== undefined;
  if (disabledReason === LEFT_OUT) return null;
  const hint = kbd === undefined ? label : `${label} (${keyLabels(kbd).join(' ')})`;
  return (
    <Tooltip text={disabledReason ?? hint}>
      <button
        type="button"
        {...rest}
        aria-label={off ? `${label}. ${disabledReason}` : label}
        aria-disabled={off || busy || undefined}
        aria-busy={busy || undefined}
        className={`${buttonClass({ variant, size, square: true, off })} ${className}`}
        onClick={(event) => {
          if (off || busy) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {busy ? <Spinner /> : <Icon name={icon} size={size === 'sm' ? 14 : 16} />}
      </button>
    </Tooltip>
  );
}
