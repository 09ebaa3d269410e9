import { codePoints } from '#contract/scalars.ts';
import { ApiError } from '#server/operation/api-error.ts';

const MAX_TAGS = 20;
const MAX_LENGTH = 60;

/** The key by which tags are compared, ignoring case. */
export function tagKey(tag: string): string {
  return tag.toLowerCase();
}

/**
 * Parses a comma list of tags: trims them, drops empty ones, and keeps the first spelling of each.
 * @throws ApiError bad_field for more than 20 tags or one of more than 60 characters
 */
export function parseTags(text: string | null): string[] {
  return cleanTags((text ?? '').split(','));
}

/**
 * As `parseTags` for a list. Refuses a comma inside a tag, because the API joins tags with commas.
 * @param field name of the list's field, for messages
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
