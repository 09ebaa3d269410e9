const LETTER = /\p{L}|\p{N}/u;

/** At most two letters: "Maren Lindqvist" is ML, "+49 151" is 4, an empty name is "?". */
export function initials(name: string): string {
  const words = name.split(/[\s.@_-]+/u).flatMap((word) => LETTER.exec(word)?.[0] ?? []);
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  if (first === undefined) return '?';
  return `${first}${last !== undefined && /\p{L}/u.test(first) ? last : ''}`.toLocaleUpperCase();
}
