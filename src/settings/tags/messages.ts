import { defineMessages, plural } from '#src/i18n/messages.ts';

const onTickets = (n: number, count: string) => plural(n, { one: '1 ticket', other: `${count} tickets` });

export const messages = defineMessages({
  tags: 'Tags',
  lead: (n: number, count: string) => plural(n, { one: '1 tag.', other: `${count} tags.` }),
  leadText: 'Renaming or merging changes the tag on every ticket that has it.',
  cut: (shown: string, total: string) => `The newest ${shown} of ${total} tags are shown.`,
  newTag: 'New tag',
  find: 'Find a tag',
  clearFind: 'Clear search',
  column: { tag: 'Tag', tickets: 'Tickets', actions: 'Actions' },
  ticketsOf: (name: string, n: number, count: string) => `${onTickets(n, count)} tagged ${name}`,
  actionsOf: (name: string) => `Actions for ${name}`,
  edit: 'Rename or colour',
  merge: 'Merge into another tag',
  remove: 'Delete',
  colour: {
    label: 'Colour',
    none: 'No colour',
    names: { 1: 'Blue', 2: 'Ochre', 3: 'Teal', 4: 'Plum', 5: 'Deep blue', 6: 'Grey' },
  },
  name: {
    label: 'Name',
    taken: (name: string) => `${name} already exists.`,
  },
  create: { title: 'New tag', submit: 'Create tag', done: (name: string) => `${name} created` },
  change: {
    title: 'Rename or colour',
    submit: 'Save',
    submitOn: (n: number, count: string) => `Save on ${onTickets(n, count)}`,
    done: (from: string, to: string, n: number, count: string) => {
      if (from === to) return `Colour of ${from} changed`;
      return n === 0 ? `${from} is now ${to}` : `${from} is now ${to} on ${onTickets(n, count)}`;
    },
    undone: (name: string) => `${name} restored`,
    undoFailed: (name: string, why: string) => `The change to ${name} wasn’t undone. ${why}`,
  },
  merging: {
    title: (name: string) => `Merge ${name}`,
    into: 'Merge into',
    choose: 'Choose the tag to keep',
    sentence: (from: string, to: string, n: number, count: string) =>
      n === 0 ? `${from} becomes ${to}. No ticket has it.` : `${from} becomes ${to} on ${onTickets(n, count)}.`,
    final: (from: string) => `${from} will be deleted. This can’t be undone.`,
    submit: 'Merge',
    done: (from: string, to: string, n: number, count: string) => `${from} became ${to} on ${onTickets(n, count)}`,
  },
  removing: {
    title: (name: string) => `Delete ${name}`,
    sentence: (name: string, n: number, count: string) =>
      n === 0 ? `No ticket has ${name}.` : `Remove ${name} from ${onTickets(n, count)}?`,
    final: 'This can’t be undone.',
    submit: 'Delete',
    done: (name: string, n: number, count: string) =>
      n === 0 ? `${name} deleted` : `${name} removed from ${onTickets(n, count)}`,
  },
  empty: {
    title: 'No tags yet',
    text: 'A tag appears here when it is first used on a ticket. You can also create one now.',
  },
  nothing: { title: (text: string) => `No tag has ${text} in its name`, text: 'Try fewer letters.' },
});
