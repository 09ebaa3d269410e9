import { ICON_PATHS, type IconName } from './icon-paths.ts';

interface IconProps {
  readonly name: IconName;
  /** Edge in px: 16, or 14 beside small text, 20 in the bottom tabs. */
  readonly size?: 12 | 14 | 16 | 20;
  readonly className?: string;
}

/** Decorative: whoever uses it gives the words. Arrows that point along the line of text turn round in RTL. */
export function Icon({ name, size = 16, className = '' }: IconProps) {
  const turns = name === 'back' || name === 'forward' || name === 'sign-out' || name === 'external';
  return (
    <svg
      aria-hidden="true"
      className={`block flex-none ${turns ? 'rtl:-scale-x-100' : ''} ${className}`}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={size === 20 ? 1.2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
