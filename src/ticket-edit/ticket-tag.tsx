import { useQuery } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';
import { Tag } from '#src/ui/chip.tsx';
import { tagColors, type TagColors } from './all-tags.ts';

const TagColorsContext = createContext<TagColors | undefined>(undefined);

/** Reads the colours once for all the tags below: a list has hundreds of them. */
export function WithTagColors({ children }: { readonly children: ReactNode }) {
  return <TagColorsContext value={useQuery(tagColors).data}>{children}</TagColorsContext>;
}

/** A tag in its colour. */
export function TicketTag({ children }: { readonly children: string }) {
  return <Tag color={use(TagColorsContext)?.get(children.toLowerCase())}>{children}</Tag>;
}
