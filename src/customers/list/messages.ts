import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  list: 'Customers',
  page: 'Customer',
  columns: { customer: 'Customer', figures: 'Tickets, last seen' },
  tickets: (n: number, count: string) => plural(n, { one: '1 ticket', other: `${count} tickets` }),
  lastSeen: (instant: string) => `Last seen ${instant}`,
  blocked: 'Blocked',
  loading: 'Loading customers',
  refresh: 'Refresh',
  refreshed: 'Customers refreshed',
  export: 'Download CSV',
  new: 'New customer',
  newNeedsTools: 'On this service, a customer appears with their first ticket or bound channel.',
  more: 'More for customers',
  merge: 'Merge customers',
  showCall: 'Show API call',
  orderBy: 'Order by',
  order: { tickets: 'Tickets', recent: 'Recent', name: 'Name' },
  search: {
    all: 'Name, email, phone or channel',
    lookup: 'Find by email or phone',
    clear: 'Clear the search',
  },
  filter: {
    add: 'Filter',
    clear: 'Clear filters',
    channel: 'Has a channel',
    without: 'Has no channel',
    state: 'State',
    blocked: 'Blocked',
    bindFile: 'Download for bulk bind',
    found: (n: number, count: string) => plural(n, { one: '1 customer', other: `${count} customers` }),
  },
  near: {
    title: 'Numbers that are nearly the same',
    counts: (n: number, count: string) =>
      n === 0
        ? '0 exact, none one digit away'
        : plural(n, { one: '0 exact, 1 one digit away', other: `0 exact, ${count} one digit away` }),
    bound: 'A bound channel has this number',
    more: (count: string) => `and ${count} more`,
  },
  select: 'Select a customer',
  selectText: 'Tickets, channels, notes and links appear here.',
  empty: {
    none: 'No customers yet',
    noneText: 'A customer appears with their first ticket or bound channel, or when you add one.',
    nothing: (text: string) => `No customers match ${text}`,
    nothingFiltered: 'No customers match these filters',
    email: (text: string) => `No customer has the email ${text}`,
    phone: (text: string) => `No customer has the phone ${text}`,
    whole: 'Type a whole email or phone',
    wholeText: 'This service finds customers by their whole email address or phone number only.',
    showAll: 'Show all customers',
  },
  keys: {
    group: 'Customers',
    next: 'Next customer',
    previous: 'Previous customer',
    back: 'Back to the list',
  },
  exporting: {
    title: 'Download CSV',
    text: 'Every customer of this list, in this order, with the API’s own names and values and times in UTC.',
    nothing: 'No customers match, so there is nothing to download.',
    counting: 'Counting customers',
    file: 'customers',
    filtered: 'filtered',
  },
});
