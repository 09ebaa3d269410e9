import { createContext, use, useState, type ReactNode } from 'react';
import { isReadOnly } from '#src/session/read-only.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Tag } from '#src/ui/chip.tsx';
import type { TagColors } from './all-tags.ts';
import { messages } from './row-messages.ts';
import { ReadMarks, toggleStar, type Stars } from './stars.ts';

interface Marks {
  readonly stars: Stars;
  readonly colors: TagColors | undefined;
}

/** Filled once a view: a list has hundreds of stars and tags to ask for. */
const StarsContext = createContext<Stars>(new Map());
const TagColorsContext = createContext<TagColors | undefined>(undefined);

/** Stars and colours of tags for all the tickets below. */
export function StarsAndColors({ children }: { readonly children: ReactNode }) {
  const [{ stars, colors }, setMarks] = useState<Marks>({ stars: new Map(), colors: undefined });
  return (
    <StarsContext value={stars}>
      <TagColorsContext value={colors}>{children}</TagColorsContext>
      <ReadMarks onMarks={setMarks} />
    </StarsContext>
  );
}

export function useIsStarred(ticketNumber: number): boolean {
  return use(StarsContext).has(ticketNumber);
}

/** A tag with the colour that the site gave it. */
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
      onClick={() => toggleStar(ticketNumber)}
    >
      <Icon name="star" size={14} />
    </button>
  );
}
