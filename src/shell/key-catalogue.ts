import { messages as ai } from '#src/ai-usage/key-messages.ts';
import { messages as chart } from '#src/charts/messages.ts';
import { messages as customer } from '#src/customers/detail/key-messages.ts';
import { messages as merging } from '#src/customers/merge/key-messages.ts';
import { messages as inbox } from '#src/inbox/messages.ts';
import { messages as portalTokens } from '#src/portal-tokens/messages.ts';
import { messages as verbs } from '#src/ticket-edit/verb-messages.ts';
import { messages as newTicket } from '#src/new-ticket/button-messages.ts';
import { messages as edit } from '#src/ticket-edit/row-messages.ts';
import { messages as ticket } from '#src/tickets/messages.ts';
import { messages } from './messages.ts';
import { PAGES } from './pages.ts';

/**
 * Every key that can be changed, of all pages: a page that is not open has not bound its own. Esc, Enter and the arrows
 * mean the same everywhere and stay. A test compares it with what the inbox binds.
 */
export const KEY_CATALOGUE = [
  {
    name: messages.keys.everywhere,
    entries: [
      { keys: 'mod+k', label: messages.keys.palette },
      { keys: '?', label: messages.keys.sheet },
      { keys: 'c', label: newTicket.title },
      { keys: 'r', label: messages.refresh },
      { keys: '/', label: inbox.search.label },
      { keys: '[', label: messages.sidebar },
      ...PAGES.map(({ keys, label }) => ({ keys, label: messages.keys.goTo(label) })),
    ],
  },
  {
    name: inbox.keys.group,
    entries: [
      { keys: 'j', label: inbox.keys.next },
      { keys: 'k', label: inbox.keys.previous },
      { keys: 'f', label: inbox.keys.filter },
      { keys: 'v', label: inbox.keys.layout },
      { keys: 'x', label: verbs.select },
      { keys: 'shift+j', label: verbs.extendDown },
      { keys: 'shift+k', label: verbs.extendUp },
      { keys: 'mod+a', label: verbs.selectLoadedKey },
      { keys: 'q', label: verbs.queue },
    ],
  },
  {
    name: verbs.group,
    entries: [
      { keys: 'e', label: verbs.verbs.resolve },
      { keys: 'shift+e', label: verbs.verbs.close },
      { keys: 'p', label: verbs.verbs.pending },
      { keys: 'o', label: verbs.verbs.open },
      { keys: 'a', label: verbs.verbs.assign },
      { keys: 'shift+p', label: verbs.verbs.priority },
      { keys: 't', label: verbs.verbs.tags },
      { keys: 'z', label: verbs.verbs.snooze },
      { keys: 'l', label: verbs.verbs.copyLink },
      { keys: 'shift+s', label: verbs.star },
      { keys: 'i', label: ticket.keys.properties },
      { keys: 'shift+r', label: edit.compose.reply },
      { keys: 'shift+n', label: edit.compose.note },
      { keys: 'mod+z', label: verbs.verbs.undo },
    ],
  },
  // B and L are also keys of other pages: one choice changes both.
  {
    name: customer.group,
    entries: [
      { keys: 'b', label: customer.bind },
      { keys: 'n', label: customer.newTicket },
      { keys: 'l', label: customer.issueLink },
    ],
  },
  // J, K and X are those of the inbox, N that of a customer's page: one choice changes both.
  { name: portalTokens.keys.group, entries: [{ keys: 'n', label: portalTokens.keys.issue }] },
  // T is also the key of the tags, B that of a customer's page: one choice changes both.
  {
    name: ai.group,
    entries: [
      { keys: 'm', label: ai.metric },
      { keys: 'b', label: ai.edit },
      { keys: 't', label: chart.keys.table },
    ],
  },
  // J and K move there too, as in the inbox; 1 and 2 choose who survives, and are nobody's to change.
  { name: merging.group, entries: [{ keys: 'mod+enter', label: merging.merge }] },
] as const;
