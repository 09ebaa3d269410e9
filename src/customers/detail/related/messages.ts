import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  links: {
    title: 'Portal links',
    name: 'Portal links',
    all: 'All of this address',
    newest: (shown: string, total: string) => `The newest ${shown} of ${total}`,
    empty: 'No portal link yet. One lets this customer see their own tickets.',
    noEmail: 'A portal link needs an email address, and this customer has none.',
    notProvided: 'This service does not list portal links. Issue one with the button above.',
    state: { active: 'Active', expired: 'Expired', revoked: 'Revoked' },
    until: (when: string) => `until ${when}`,
    ended: (when: string) => `ended ${when}`,
    revokedAt: (when: string) => `revoked ${when}`,
    opened: (n: number, when: string) =>
      plural(n, { one: `opened once, ${when}`, other: `opened ${n} times, last ${when}` }),
    never: 'never opened',
    by: (who: string) => `issued by ${who}`,
  },
  sessions: {
    title: 'AI sessions',
    name: 'AI sessions',
    empty: 'No AI session is linked to this customer.',
    messages: (n: number) => plural(n, { one: '1 message', other: `${n} messages` }),
    outcome: { open: 'Open', answered: 'Answered', handed_off: 'Handed to a person', abandoned: 'Abandoned' },
  },
  visits: {
    title: 'Visitors',
    name: 'Visitors',
    empty: 'No visitor of the website is linked to this customer.',
    events: (n: number) => plural(n, { one: '1 event', other: `${n} events` }),
    lastSeen: (when: string) => `last seen ${when}`,
    copy: (key: string) => `Copy ${key}`,
  },
  newest: (shown: string, total: string) => `The newest ${shown} of ${total}`,
});
