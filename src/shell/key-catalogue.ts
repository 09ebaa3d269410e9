import { messages as chart } from '#src/charts/messages.ts';
import { messages as inbox } from '#src/inbox/messages.ts';
import { messages as verbs } from '#src/ticket-edit/verb-messages.ts';
import { messages as newTicket } from '#src/new-ticket/messages.ts';
import { messages as undo } from '#src/undo/messages.ts';
import { messages } from './messages.ts';
import { VIEWS } from './views.ts';

/**
 * The keys of all pages: a page that is not open has not bound its own. Esc, Enter and the arrows do the same everywhere.
 * A test compares it with what the inbox binds.
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
      { keys: 'mod+z', label: undo.undoLast },
      ...VIEWS.map(({ goKeys, label }) => ({ keys: goKeys, label: messages.keys.goTo(label) })),
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
      { keys: 'i', label: verbs.properties },
      { keys: 'shift+r', label: verbs.compose.reply },
      { keys: 'shift+n', label: verbs.compose.note },
      { keys: 'mod+i', label: verbs.compose.otherKind },
    ],
  },
  ...VIEWS.flatMap(({ keys = [] }) =>
    keys.map(({ group, entries }) => ({ name: group, entries: Object.values(entries) })),
  ),
  { name: chart.keys.group, entries: [{ keys: 't', label: chart.keys.table }] },
];
