import type { TagRecord } from '#contract/tags.ts';

/** The form by which names are compared: case does not count. */
function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

export function hasInName({ name }: TagRecord, text: string): boolean {
  return nameKey(name).includes(nameKey(text));
}

/** The tag that has a name already. @param own the tag that is renamed */
export function findTaken(name: string, tags: readonly TagRecord[], own?: TagRecord): TagRecord | undefined {
  const key = nameKey(name);
  return tags.find((tag) => tag.id !== own?.id && nameKey(tag.name) === key);
}

export interface LookAlike {
  /** The one with fewer tickets, that would be merged. */
  readonly from: TagRecord;
  readonly into: TagRecord;
  /** Equal but for spaces and dashes, or one letter apart. */
  readonly kind: 'spelling' | 'letter';
}

/** Shorter words are often one letter apart and mean something else. */
const SHORTEST = 4;

/** Pairs of tags that may be one word, the rarest first. */
export function findLookAlikes(tags: readonly TagRecord[]): LookAlike[] {
  const plain = tags.map((tag) => ({ tag, text: [...tag.name.toLowerCase().replaceAll(/[\s\-_–—]/gu, '')] }));
  const pairs: LookAlike[] = [];
  plain.forEach((a, index) => {
    for (const b of plain.slice(index + 1)) {
      const kind = compare(a.text, b.text);
      if (kind === null) continue;
      const isLess = a.tag.ticket_count < b.tag.ticket_count;
      pairs.push({ from: isLess ? a.tag : b.tag, into: isLess ? b.tag : a.tag, kind });
    }
  });
  return pairs.toSorted((one, two) => one.from.ticket_count - two.from.ticket_count);
}

function compare(a: readonly string[], b: readonly string[]): LookAlike['kind'] | null {
  if (Math.abs(a.length - b.length) > 1) return null;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  if (start === a.length && start === b.length) return 'spelling';
  if (Math.min(a.length, b.length) < SHORTEST) return null;
  const restA = a.slice(start + (a.length >= b.length ? 1 : 0));
  const restB = b.slice(start + (b.length >= a.length ? 1 : 0));
  if (restA.join('') !== restB.join('')) return null;
  // Numbers count: v1 and v2, 2025 and 2026.
  return isDigit(a[start]) || isDigit(b[start]) ? null : 'letter';
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && /^\p{Nd}$/u.test(character);
}
