import { defineSearch, textWhere } from '#src/browser/define-search.ts';
import { LIST_PARAMS, type InboxSearch } from '#src/inbox/search.ts';

/** The address of the queue: the list's parameters, and the number of the ticket at hand. */
export const queueSearch = defineSearch({
  ...LIST_PARAMS,
  /** Number of the ticket, as digits. */
  at: textWhere((text) => /^[0-9]{1,15}$/.test(text)),
});
export type QueueSearch = ReturnType<typeof queueSearch>;

/** The queue's address of a list. @param at number of the ticket to begin with */
export function queueSearchOf(search: InboxSearch, at: number | null): QueueSearch {
  const { ticket: _ticket, skip: _skip, limit: _limit, layout: _layout, tab: _tab, ...list } = search;
  return { ...list, ...(at === null ? {} : { at: String(at) }) };
}

/** The list that the queue was made of. */
export function listSearchOf({ at: _at, tab: _tab, ...list }: QueueSearch): InboxSearch {
  return list;
}
