import { createContext, Suspense, use, useState, type ReactNode } from 'react';
import { useAfterPaint } from '#src/browser/use-after-paint.ts';
import { lazyPart } from '#src/ui/lazy-part.tsx';
import { Tag } from '#src/ui/tag.tsx';
import type { TagColors } from './all-tags.ts';
import type { Stars } from './stars.ts';

interface Marks {
  readonly stars: Stars;
  readonly colors: TagColors | undefined;
}

/** Filled once a view: a list has hundreds of stars and tags to ask for. */
const StarsContext = createContext<Stars>(new Map());
const TagColorsContext = createContext<TagColors | undefined>(undefined);

const ReadMarks = lazyPart(
  async () => (await import('./read-marks.tsx')).ReadMarks,
  () => null,
);

/** Stars and colours of tags for all the tickets below, once the page is idle. */
export function StarsAndColors({ children }: { readonly children: ReactNode }) {
  const isIdle = useAfterPaint(true);
  const [{ stars, colors }, setMarks] = useState<Marks>({ stars: new Map(), colors: undefined });
  return (
    <StarsContext value={stars}>
      <TagColorsContext value={colors}>{children}</TagColorsContext>
      {isIdle ? (
        <Suspense fallback={null}>
          <ReadMarks onMarks={setMarks} />
        </Suspense>
      ) : null}
    </StarsContext>
  );
}

export function useIsStarred(ticketNumber: number): boolean {
  return use(StarsContext).has(ticketNumber);
}

/** A tag with the colour that the site gave it. The colours come after the first sight of the page. */
export function TicketTag({ children }: { readonly children: string }) {
  return <Tag color={use(TagColorsContext)?.get(children.toLowerCase())}>{children}</Tag>;
}
