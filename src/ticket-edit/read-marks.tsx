import { useQuery, queryOptions } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStars } from './stars.ts';
import type { Stars, TagColors } from './marks.tsx';
import { allTagsInBackground, type AllTags } from './all-tags.ts';

/** The colours that the site gave its tags, by the name in small letters. */
const tagColors = queryOptions({ ...allTagsInBackground, select: colorsOf });

function colorsOf({ tags }: AllTags): TagColors {
  return new Map(tags.flatMap(({ name, color }) => (color === null ? [] : [[name.toLowerCase(), color] as const])));
}

interface ReadMarksProps {
  readonly onMarks: (marks: { readonly stars: Stars; readonly colors: TagColors | undefined }) => void;
}

/** One query for the stars and one for the colours, however many rows ask. */
export function ReadMarks({ onMarks }: ReadMarksProps) {
  const stars = useStars();
  const colors = useQuery(tagColors).data;
  useEffect(() => onMarks({ stars, colors }), [stars, colors, onMarks]);
  return null;
}
