import type { ComponentProps } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import type { IconName } from '#src/ui/icons/icon-paths.ts';
import { keyLabels } from '#src/ui/keys/key-labels.ts';
import { Spinner } from './spinner.tsx';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';

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
