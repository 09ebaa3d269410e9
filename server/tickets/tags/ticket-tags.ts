import { codePoints } from '#contract/scalars.ts';
import { ApiError } from '#server/operation/api-error.ts';

const MAX_TAGS = 20;
const MAX_LENGTH = 60;

/** The form by which tags are compared: case does not count. */
export function tagKey(tag: string): string {
  return tag.toLowerCase();
}

/**
 * A comma list of tags as a clean list: trimmed, without empty ones, the first spelling of each kept.
 * @throws ApiError bad_field for more than 20 tags or one of more than 60 characters
 */
export function parseTags(text: string | null): string[] {
  return cleanTags((text ?? '').split(','));
}

/**
 * The same for a list that is one already; a comma inside a tag would make two of it on the wire.
 * @param field as which the list was sent
 */
export function cleanTags(list: readonly string[], field = 'tags'): string[] {
  const byKey = new Map<string, string>();
  for (const raw of list) {
    const tag = raw.trim();
    if (tag === '') continue;
    if (tag.includes(',')) throw new ApiError('bad_field', `${field} must not contain a comma`);
    if (codePoints(tag) > MAX_LENGTH)
      throw new ApiError('bad_field', `${field} must have at most ${MAX_LENGTH} characters each`);
    if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  }
  if (byKey.size > MAX_TAGS) throw new ApiError('bad_field', `${field} must have at most ${MAX_TAGS} entries`);
  return [...byKey.values()];
}
