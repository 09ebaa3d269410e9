import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

const links = (n: number, count: string) => plural(n, { one: '1 link', other: `${count} links` });

export const messages = defineMessages({
  title: 'Revoke links',
  kind: 'What to revoke',
  kinds: { id: 'One token id', email: 'All of an address', domain: 'All of a domain' },
  label: { id: 'Token id', email: 'Email', domain: 'Domain' },
  hint: {
    id: 'The number in the list and in the dialog that showed the link.',
    email: 'Every link of this address stops working.',
    domain: 'Every link of every address behind this @ stops working. Other domains below it are left alone.',
  },
  problem: {
    id: 'Token id must be a whole number.',
    email: 'Email must be an email address.',
    domain: 'Domain must be the part of an address after the @, such as example.org.',
  },
  check: 'See which links',
  cancel: 'Cancel',
  close: 'Close',
  back: 'Back',
  nothing: 'No link is left to revoke there.',
  will: (n: number, count: string) =>
    plural(n, { one: 'This link stops working at once.', other: `These ${count} links stop working at once.` }),
  alsoExpired: 'Expired links that were not revoked are counted too.',
  final: 'This cannot be undone. Customers who still need one have to be given a new link.',
  more: (count: string) => `and ${count} more`,
  opened: (n: number) => plural(n, { one: 'opened once', other: n === 0 ? 'never opened' : `opened ${n} times` }),
  revokeOne: 'Revoke the link',
  revoke: (n: number, count: string) => `Revoke ${links(n, count)}`,
  done: (n: number, count: string) => plural(n, { one: '1 link was revoked', other: `${count} links were revoked` }),
  since: (n: number, count: string) =>
    plural(n, { one: '1 new link since; it stays active.', other: `${count} new links since; they stay active.` }),
  look: (n: number) => plural(n, { one: 'Show it', other: 'Show them' }),
  doneOne: (id: string) => `Token ${id} was revoked`,
  gone: (id: string) => `No token ${id} in this site.`,
  newTitle: 'Does somebody still need one?',
  issueNew: 'Issue a new link',
});
