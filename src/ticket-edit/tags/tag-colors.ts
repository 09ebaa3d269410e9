import { queryOptions } from '@tanstack/react-query';
import { createContext } from 'react';
import { allTagsInBackground, type AllTags } from './all-tags.ts';

export type TagColors = ReadonlyMap<string, number>;

/** Filled once a view: a table has hundreds of tags. */
export const TagColorsContext = createContext<TagColors>(new Map());

/** The colours that the site gave its tags, by the name in small letters. */
export const tagColors = queryOptions({ ...allTagsInBackground, select: colorsOf });

function colorsOf({ tags }: AllTags): TagColors {
  return new Map(tags.flatMap(({ name, color }) => (color === null ? [] : [[name.toLowerCase(), color] as const])));
}
