import { Suspense, useState, type ReactNode } from 'react';
import { useIdle } from '#src/browser/use-idle.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { StarsContext, TagColorsContext, type Stars, type TagColors } from './marks.ts';

const ReadMarks = lazyPart(
  async () => (await import('./read-marks.tsx')).ReadMarks,
  () => null,
);
const NO_COLORS: TagColors = new Map();
const NO_STARS: Stars = new Map();

/** Stars and colours of tags for all the tickets below, once the page is idle. */
export function StarsAndColors({ children }: { readonly children: ReactNode }) {
  const isIdle = useIdle(true);
  const [{ stars, colors }, setMarks] = useState<{ readonly stars: Stars; readonly colors: TagColors | undefined }>({
    stars: NO_STARS,
    colors: undefined,
  });
  return (
    <StarsContext value={stars}>
      <TagColorsContext value={colors ?? NO_COLORS}>{children}</TagColorsContext>
      {isIdle ? (
        <Suspense fallback={null}>
          <ReadMarks onMarks={setMarks} />
        </Suspense>
      ) : null}
    </StarsContext>
  );
}
