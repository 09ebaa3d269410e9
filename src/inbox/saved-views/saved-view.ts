import { inboxSearch, type InboxSearch } from '#src/inbox/search.ts';
import { FILTER_NAMES } from '#src/inbox/filters/filter-query.ts';

/** A saved view as the pages use it. */
export interface ListView {
  /** Digits: with the service its id, in this browser a number of its own. */
  readonly id: string;
  readonly name: string;
  readonly shared: boolean;
  readonly query: Readonly<Record<string, string>>;
  readonly columns: readonly string[] | null;
  readonly position: number;
}

/** Parameters that a view holds: filters, order and layout, not the position in the list. */
const VIEW_NAMES = [...FILTER_NAMES, 'order_by', 'dir', 'group', 'layout', 'limit'] as const;

export function viewPart(search: InboxSearch): Record<string, string> {
  return Object.fromEntries(
    VIEW_NAMES.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])] as const])),
  );
}

/** The URL of a view. What this program does not understand of it is left out. */
export function searchOfView(view: ListView): InboxSearch {
  const { skip: _skip, ticket: _ticket, tab: _tab, ignored: _ignored, ...search } = inboxSearch(view.query);
  return { ...search, view: view.id };
}

/** Whether the list is another one than the view has. @param columns the table's present columns */
export function hasDrifted(view: ListView, search: InboxSearch, columns: readonly string[]): boolean {
  const now = viewPart(search);
  const kept = viewPart(searchOfView(view));
  if (VIEW_NAMES.some((name) => now[name] !== kept[name])) return true;
  return view.columns !== null && search.layout === 'table' && view.columns.join() !== columns.join();
}

/** In the order of the service: by position, the newest first among equals. */
export function inOrder(views: readonly ListView[]): ListView[] {
  return views.toSorted((a, b) => a.position - b.position || Number(BigInt(b.id) - BigInt(a.id)));
}

/**
 * Puts a view in another place, with as few new positions as there can be.
 * @param to its index afterwards
 */
export function moveView(
  views: readonly ListView[],
  id: string,
  to: number,
): { readonly views: readonly ListView[]; readonly changed: readonly ListView[] } {
  const moved = views.find((view) => view.id === id);
  if (moved === undefined) return { views, changed: [] };
  const rest = views.filter((view) => view !== moved);
  const order = [...rest.slice(0, to), moved, ...rest.slice(to)];
  const changed: ListView[] = [];
  let last = -1;
  const placed = order.map((view, index) => {
    const after = order[index + 1];
    // The moved one takes a free place where there is one; the others stay where they can.
    const isFree = view !== moved && view.position > last;
    const hasRoom = view === moved && view.position > last && (after === undefined || view.position < after.position);
    const position = isFree || hasRoom ? view.position : last + 1;
    last = position;
    if (position === view.position) return view;
    const next = { ...view, position };
    changed.push(next);
    return next;
  });
  return { views: placed, changed };
}
