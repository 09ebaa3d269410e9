import { defineMessages, plural } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  list: 'Saved replies',
  lead: (n: number, count: string) => plural(n, { one: '1 saved reply.', other: `${count} saved replies.` }),
  leadText: 'Insert one into a reply or note by typing / there. The most used come first.',
  found: (n: number, count: string) => plural(n, { one: '1 found.', other: `${count} found.` }),
  newReply: 'New saved reply',
  find: 'Find a saved reply',
  clearFind: 'Clear search',
  column: { reply: 'Saved reply', used: 'Used', updated: 'Changed', author: 'By', actions: 'Actions' },
  actionsOf: (title: string) => `Actions for ${title}`,
  edit: 'Edit',
  remove: 'Delete',
  title: { label: 'Title' },
  body: {
    label: 'Text',
    hint: 'Fields are filled when the text is inserted:',
    insert: (name: string) => `Insert ${name}`,
  },
  fields: {
    'customer.name': 'The customer’s name',
    'customer.email': 'The customer’s email',
    'ticket.number': 'The ticket’s number',
    'agent.name': 'Your name',
  },
  unknown: (names: string) => `There is no field ${names}. It would be inserted as it is written.`,
  create: { title: 'New saved reply', submit: 'Create saved reply', done: (title: string) => `${title} created` },
  change: { title: 'Edit saved reply', submit: 'Save', done: (title: string) => `${title} saved` },
  conflict: 'Someone else changed this saved reply. Save again to replace their version, or cancel to keep it.',
  guard: {
    title: 'Discard this saved reply?',
    text: 'Your changes will be lost.',
    discard: 'Discard',
    keep: 'Keep editing',
  },
  removing: {
    title: (title: string) => `Delete ${title}`,
    used: (n: number, count: string) =>
      n === 0
        ? 'It was never used.'
        : plural(n, {
            one: 'It was used once. Messages keep its text.',
            other: `It was used ${count} times. Messages keep its text.`,
          }),
    final: 'This can’t be undone.',
    submit: 'Delete',
    done: (title: string) => `${title} deleted`,
  },
  empty: { title: 'No saved replies yet', text: 'Save the answers that your team writes again and again.' },
  nothing: { title: (text: string) => `No saved reply has the words ${text}`, text: 'Try fewer words.' },
});
