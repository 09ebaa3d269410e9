import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { tagColors, type TagColors } from './all-tags.ts';
import { useStars, type Stars } from './stars.ts';

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
