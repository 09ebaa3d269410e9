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
