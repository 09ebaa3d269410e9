import { initials } from './initials.ts';

const SIZES = {
  sm: 'size-5 text-[9.5px]',
  md: 'size-6 text-[10.5px]',
  lg: 'size-10 text-14',
} as const;

interface AvatarProps {
  readonly name: string;
  readonly size?: keyof typeof SIZES;
}

/** Initials, decorative: the name stands next to it. Always grey, since colour means state. */
export function Avatar({ name, size = 'sm' }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={`grid flex-none place-items-center rounded-full bg-active font-semibold tracking-normal text-ink-2 outline outline-1 outline-transparent ${SIZES[size]}`}
    >
      {initials(name)}
    </span>
  );
}
