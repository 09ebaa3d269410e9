import type { TagRecord } from '#contract/tags.ts';
import { messages } from './tags-messages.ts';

/** The form by which names are compared: case does not count. */
export function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

/** The tag that has a name already. @param own the tag that is renamed */
export function findTaken(name: string, tags: readonly TagRecord[], own?: TagRecord): TagRecord | undefined {
  const key = nameKey(name);
  return tags.find((tag) => tag.id !== own?.id && nameKey(tag.name) === key);
}

export function takenMessage(taken: TagRecord | undefined): string | undefined {
  return taken === undefined ? undefined : messages.name.taken(taken.name);
}
