import { type ComponentProps, type ReactNode, useId } from 'react';
import { LEFT_OUT } from '#src/i18n/left-out.ts';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { keyLabels } from '#src/ui/keys/key-stroke.ts';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';
import { Spinner } from '#src/ui/loading.tsx';

export type ButtonVariant = 'primary' | 'default' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

const BASE =
  'hit relative inline-flex flex-none items-center justify-center gap-1.5 whitespace-nowrap rounded-control border font-medium ' +
  'no-underline transition-colors duration-fast select-none';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: 'border-transparent bg-accent text-accent-on hover:bg-accent-hover active:bg-accent-hover',
  default: 'border-line-strong bg-surface text-ink hover:bg-hover active:bg-active',
  ghost: 'border-transparent bg-transparent text-ink-2 hover:bg-hover active:bg-active',
  danger: 'border-line-strong bg-surface text-danger-text hover:bg-hover active:bg-active',
};

/** Unusable, yet reachable by Tab so that the reason can be read. */
const OFF: Readonly<Record<ButtonVariant, string>> = {
  primary: 'cursor-not-allowed border-transparent bg-active text-ink-disabled',
  default: 'cursor-not-allowed border-line bg-surface text-ink-disabled',
  ghost: 'cursor-not-allowed border-transparent bg-transparent text-ink-disabled',
  danger: 'cursor-not-allowed border-line bg-surface text-ink-disabled',
};

const SIZES: Readonly<Record<ButtonSize, string>> = {
  sm: 'min-h-6 px-2 text-12',
  md: 'min-h-control px-[9px] text-13',
  lg: 'min-h-[36px] px-[13px] text-13',
};
const SQUARE: Readonly<Record<ButtonSize, string>> = {
  sm: 'size-6',
  md: 'h-control w-control',
  lg: 'size-9',
};

interface ButtonLook {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly square?: boolean;
  readonly off?: boolean;
}

/** The classes of a button, for links that act as one: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({
  variant = 'default',
  size = 'md',
  square = false,
  off = false,
}: ButtonLook = {}): string {
  return `${BASE} ${off ? OFF[variant] : VARIANTS[variant]} ${square ? SQUARE[size] : SIZES[size]}`;
}

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

/** The classes of a button that looks like a link in a line of text. */
export const TEXT_LINK = 'hit relative min-h-6 text-accent-text hover:underline';

interface TextButtonProps extends ComponentProps<'button'> {
  /** As of a `Button`: what is off does not read as a link. */
  readonly disabledReason?: string | undefined;
}

/** A button that reads as a link. */
export function TextButton({ className = '', disabledReason, ...props }: TextButtonProps) {
  if (disabledReason !== undefined) {
    return (
      <Button variant="ghost" size="sm" disabledReason={disabledReason}>
        {props.children}
      </Button>
    );
  }
  return <button type="button" className={`${TEXT_LINK} ${className}`} {...props} />;
}
