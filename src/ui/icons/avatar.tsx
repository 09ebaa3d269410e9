const LETTER = /\p{L}|\p{N}/u;

/** At most two letters: "Maren Lindqvist" is ML, "+49 151" is 4, an empty name is "?". */
function initials(name: string): string {
  const words = name.split(/[\s.@_-]+/u).flatMap((word) => LETTER.exec(word)?.[0] ?? []);
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  if (first === undefined) return '?';
  return `${first}${last !== undefined && /\p{L}/u.test(first) ? last : ''}`.toLocaleUpperCase();
}

const SIZES = {
  sm: 'size-5 text-[9.5px]',
  md: 'size-6 text-[10.5px]',
  lg: 'size-10 text-14',
} as const;

interface AvatarProps {
  readonly name: string;
  readonly size?: keyof typeof SIZES;
}

/** Initials, decorative: the name is beside it. Always grey, since colour means state. */
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
