import { use } from 'react';
import { Tag } from '#src/ui/tag.tsx';
import { TagColorsContext } from '#src/ticket-edit/marks.ts';

/** A tag with the colour that the site gave it. The colours come after the first sight of the page. */
export function TicketTag({ children }: { readonly children: string }) {
  return <Tag color={use(TagColorsContext).get(children.toLowerCase())}>{children}</Tag>;
}
