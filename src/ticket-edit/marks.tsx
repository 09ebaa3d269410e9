import { createContext, Suspense, use, useState, type ReactNode } from 'react';
import { useAfterPaint } from '#src/browser/use-after-paint.ts';
import { isReadOnly } from '#src/session/read-only.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { lazyPart, preloadCode } from '#src/ui/lazy-part.tsx';
import { Tag } from '#src/ui/chip.tsx';
import type { TagColors } from './all-tags.ts';
import { messages } from './row-messages.ts';
import type { Stars } from './stars.ts';

interface Marks {
  readonly stars: Stars;
  readonly colors: TagColors | undefined;
}

/** Filled once a view: a list has hundreds of stars and tags to ask for. */
const StarsContext = createContext<Stars>(new Map());
const TagColorsContext = createContext<TagColors | undefined>(undefined);

const ReadMarks = lazyPart(
  async () => (await import('./stars.ts')).ReadMarks,
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

/** The star of a ticket in a row of the list, whose keys set it too: there when it is set, or where the pointer is. */
export function StarMark({ ticketNumber }: { readonly ticketNumber: number }) {
  const isOn = useIsStarred(ticketNumber);
  if (isReadOnly()) return null;
  return (
    <button
      type="button"
      aria-label={messages.star(String(ticketNumber))}
      title={messages.star(String(ticketNumber))}
      aria-pressed={isOn}
      tabIndex={-1}
      data-own=""
      className={`hit relative -my-1 size-6 flex-none place-items-center rounded-chip hover:bg-active ${
        isOn ? 'grid text-warn [&_path]:fill-current' : 'hidden text-ink-3 pointer-fine:group-hover/row:grid'
      }`}
      // The code is there as soon as the stars are read.
      onClick={() => preloadCode(async () => (await import('./stars.ts')).toggleStar(ticketNumber))}
    >
      <Icon name="star" size={14} />
    </button>
  );
}
