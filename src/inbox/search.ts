import { defineSearch, idText, oneOf, skip, wholeNumber } from '#src/browser/define-search.ts';
import { FILTER_NAMES, FILTER_PARAMS } from '#src/inbox/filters/filter-query.ts';
import { TICKET_TABS } from '#src/ticket-edit/open-ticket.ts';

export const SORT_FIELDS = ['created', 'updated', 'priority', 'waiting', 'due'] as const;
export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 200;

const LIST_PARAMS = {
  ...FILTER_PARAMS,
  order_by: oneOf(SORT_FIELDS),
  dir: oneOf(['asc', 'desc']),
  group: oneOf(['first_reply', 'none']),
  /** Id of the saved view that the list was opened from, as digits. */
  view: idText,
  tab: oneOf(TICKET_TABS, 'timeline'),
};

/** Search parameters of the inbox. Defaults are absent: status `open`, 50 rows a page, split layout. */
export const inboxSearch = defineSearch({
  ...LIST_PARAMS,
  layout: oneOf(['split', 'table'], 'split'),
  skip,
  limit: wholeNumber(1, MAX_LIMIT, DEFAULT_LIMIT),
  ticket: idText,
});
export type InboxSearch = ReturnType<typeof inboxSearch>;

/** Whether two URLs list the same tickets, whatever their order, position and layout. */
export function isSameFilter(a: InboxSearch, b: InboxSearch): boolean {
  return FILTER_NAMES.every((name) => a[name] === b[name]);
}
