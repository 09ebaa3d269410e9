import { queryOptions } from '@tanstack/react-query';
import type { TagColors } from '#src/ticket-edit/marks.ts';
import { allTagsInBackground, type AllTags } from './all-tags.ts';

/** The colours that the site gave its tags, by the name in small letters. */
export const tagColors = queryOptions({ ...allTagsInBackground, select: colorsOf });

function colorsOf({ tags }: AllTags): TagColors {
  return new Map(tags.flatMap(({ name, color }) => (color === null ? [] : [[name.toLowerCase(), color] as const])));
}
