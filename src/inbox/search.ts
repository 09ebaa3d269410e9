import { defineSearch, idText, oneOf, skip } from '#src/browser/define-search.ts';
import { FILTER_NAMES, FILTER_PARAMS } from '#src/inbox/filters/filter-query.ts';
import { TICKET_TABS } from '#src/ticket-edit/open-ticket.ts';

export const SORT_FIELDS = ['created', 'updated', 'priority', 'waiting', 'due'] as const;

const LIST_PARAMS = {
  ...FILTER_PARAMS,
  order_by: oneOf(SORT_FIELDS),
  dir: oneOf(['asc', 'desc']),
  /** Id of the saved view that the list was opened from, as digits. */
  view: idText,
  tab: oneOf(TICKET_TABS, 'timeline'),
};

/** Search parameters of the inbox. Defaults are absent: status `open`, split layout. */
export const inboxSearch = defineSearch({
  ...LIST_PARAMS,
  layout: oneOf(['split', 'table'], 'split'),
  skip,
  ticket: idText,
});
export type InboxSearch = ReturnType<typeof inboxSearch>;

/** Whether two URLs list the same tickets, whatever their order, position and layout. */
export function isSameFilter(a: InboxSearch, b: InboxSearch): boolean {
  return FILTER_NAMES.every((name) => a[name] === b[name]);
}
