import type { TagRecord } from '#contract/tags.ts';

/** Names are compared without case. */
function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

export function hasInName({ name }: TagRecord, text: string): boolean {
  return nameKey(name).includes(nameKey(text));
}

/** Another tag with the same name. @param own the tag that is being renamed */
export function findTaken(name: string, tags: readonly TagRecord[], own?: TagRecord | null): TagRecord | undefined {
  return tags.find((tag) => tag.id !== own?.id && nameKey(tag.name) === nameKey(name));
}
