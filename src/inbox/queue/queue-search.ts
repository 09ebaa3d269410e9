import { validateInboxSearch, type InboxSearch } from '#src/inbox/search.ts';

/** The address of the queue: the list's parameters, and the number of the ticket at hand. */
export interface QueueSearch extends Omit<InboxSearch, 'ticket' | 'skip' | 'limit' | 'layout'> {
  /** Number of the ticket, as digits. */
  readonly at?: string | undefined;
}

/** The route's `validateSearch`: what belongs to the list's own page is left out. */
export function validateQueueSearch(raw: Record<string, unknown>): QueueSearch {
  const { at, ...list } = raw;
  const search = queueSearchOf(validateInboxSearch(list), null);
  const isNumber = typeof at === 'string' && /^[0-9]{1,15}$/.test(at);
  return {
    ...search,
    ticket: undefined,
    skip: undefined,
    limit: undefined,
    layout: undefined,
    at: isNumber ? at : undefined,
  } as QueueSearch;
}

/** The queue's address of a list. @param at number of the ticket to begin with */
export function queueSearchOf(search: InboxSearch, at: number | null): QueueSearch {
  const { ticket: _ticket, skip: _skip, limit: _limit, layout: _layout, tab: _tab, ...list } = search;
  return { ...list, ...(at === null ? {} : { at: String(at) }) };
}

/** The list that the queue was made of. */
export function listSearchOf({ at: _at, tab: _tab, ...list }: QueueSearch): InboxSearch {
  return list;
}
