import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIdle } from '#src/browser/use-idle.ts';
import { StarsContext, useStars } from '#src/ticket-edit/stars/stars.ts';
import { tagColors, TagColorsContext } from '#src/ticket-edit/tags/tag-colors.ts';

const NO_COLORS = new Map<string, number>();

/** Stars and colours of tags for all the tickets below: one query each however many rows ask, once the page is idle. */
export function StarsAndColors({ children }: { readonly children: ReactNode }) {
  const isIdle = useIdle(true);
  const stars = useStars(isIdle);
  const colors = useQuery({ ...tagColors, enabled: isIdle }).data ?? NO_COLORS;
  return (
    <StarsContext value={stars}>
      <TagColorsContext value={colors}>{children}</TagColorsContext>
    </StarsContext>
  );
}
