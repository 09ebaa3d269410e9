import type { Ticket } from '#contract/tickets.ts';
import { changeOf } from './change-store.ts';

interface Page {
  readonly items: readonly Ticket[];
  readonly total_count: number;
}

/**
 * A page that was fetched anew, with the rows of before whose change is not through: the service may have saved one whose
 * answer was lost, and its row would leave the list with the button that tries again.
 */
export function keepHeldRows<Shown extends Page>(before: Page | undefined, page: Shown): Shown {
  const held = [...(before?.items.entries() ?? [])].filter(
    ([, { id }]) => changeOf(id)?.holdsRow === true && !page.items.some((ticket) => ticket.id === id),
  );
  if (held.length === 0) return page;
  const items = [...page.items];
  for (const [index, ticket] of held) items.splice(index, 0, ticket);
  return { ...page, items, total_count: page.total_count + held.length };
}
