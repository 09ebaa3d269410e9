/** Lines that PageUp and PageDown go by. */
const PAGE = 10;

/**
 * Where a key leads in a list of options.
 * @param at the index of the active option, -1 where none is
 * @param hasText something is typed: Home and End then belong to the text
 * @returns the index to go to, or null where the key does not move in a list
 */
export function nextOption(key: string, at: number, count: number, hasText: boolean): number | null {
  if (count === 0) return null;
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return at >= last ? 0 : at + 1;
    case 'ArrowUp':
      return at <= 0 ? last : at - 1;
    case 'PageDown':
      return Math.min(at + PAGE, last);
    case 'PageUp':
      return Math.max(at - PAGE, 0);
    case 'Home':
      return hasText ? null : 0;
    case 'End':
      return hasText ? null : last;
    default:
      return null;
  }
}
