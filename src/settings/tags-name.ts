import type { TagRecord } from '#contract/tags.ts';
import { messages } from './tags-messages.ts';

const MOST = 60;

/** The form by which names are kept apart: case does not count. */
export function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

export interface NameProblem {
  readonly text: string;
  /** The tag that has the name. */
  readonly taken?: TagRecord;
}

/** What is wrong with a name before the service is asked, or null. @param own the tag that is renamed */
export function checkName(text: string, tags: readonly TagRecord[], own?: TagRecord): NameProblem | null {
  const name = text.trim();
  const length = [...name].length;
  if (name === '') return { text: messages.name.empty };
  if (name.includes(',')) return { text: messages.name.comma };
  if (length > MOST) return { text: messages.name.long(length) };
  const key = nameKey(name);
  const taken = tags.find((tag) => tag.id !== own?.id && nameKey(tag.name) === key);
  return taken === undefined ? null : { text: messages.name.taken(taken.name), taken };
}
