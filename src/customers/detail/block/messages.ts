import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  title: (name: string) => `Block ${name}`,
  lead: 'This is what changes:',
  tickets: (n: number) =>
    plural(n, {
      one: '1 open or pending ticket stays as it is and is marked.',
      other: `${n} open and pending tickets stay as they are and are marked.`,
    }),
  noTickets: 'There is no open or pending ticket. Older ones are marked.',
  links: (n: number) =>
    plural(n, {
      one: '1 active portal link opens nothing: it answers as if it were unknown.',
      other: `${n} active portal links open nothing: they answer as if they were unknown.`,
    }),
  noLinks: 'There is no active portal link.',
  someLinks: 'Active portal links open nothing: they answer as if they were unknown.',
  countingLinks: 'Counting portal links',
  widget: 'New messages from the chat widget are refused.',
  back: 'Unblocking brings all of this back.',
  cancel: 'Cancel',
  block: 'Block',
  unblock: 'Unblock',
  blocked: (name: string) => `${name} blocked`,
  unblocked: (name: string) => `${name} unblocked`,
  blockFailed: (name: string, why: string) => `${name} was not blocked. ${why}`,
  unblockFailed: (name: string, why: string) => `${name} was not unblocked. ${why}`,
  banner: (since: string) => `Blocked since ${since}.`,
  bannerText: 'Portal links open nothing, and new messages from the chat widget are refused.',
});
