import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

const links = (n: number, count: string) => plural(n, { one: '1 link', other: `${count} links` });
const addresses = (n: number, count: string) => plural(n, { one: '1 address', other: `${count} addresses` });

export const messages = defineMessages({
  title: 'Issue many links',
  list: 'Email addresses',
  listHint: 'One on each line, or a file with a column of addresses.',
  file: 'Choose a file',
  found: (n: number, count: string) => `${addresses(n, count)}.`,
  repeated: (n: number) => plural(n, { one: 'One was there twice.', other: `${n} were there twice.` }),
  wrong: (n: number) => plural(n, { one: '1 line is left out:', other: `${n} lines are left out:` }),
  line: (line: number, text: string) => `Line ${line}: ${text}`,
  tooMany: (max: string) => `At most ${max} addresses at once.`,
  moreLines: (n: number) => `and ${n} more`,
  days: 'Expires after',
  daysUnit: 'days',
  daysProblem: 'Expires after must be a whole number from 1 to 365.',
  expiresOn: (instant: string) => `New links work until ${instant}. An address that has an active link gets that one.`,
  warning:
    'At the end you save one file with all links. Whoever has the file can read the tickets of all these customers. Delete it when it has served.',
  start: (n: number, count: string) => `Issue ${links(n, count)}`,
  cancel: 'Cancel',
  close: 'Close',
  progress: (done: string, all: string) => `${done} of ${all}`,
  running: 'Issuing. You can close this window; it goes on while the tab is open.',
  paused: 'Paused.',
  pausedBy: (why: string) => `Paused: ${why}`,
  restored: (n: number, count: string) =>
    `This page was reloaded while ${links(n, count)} were being issued. The tab remembers the addresses, not the links. Go on to ask for the same links again: none is issued twice.`,
  doneTitle: 'All done',
  counts: { minted: 'New', reused: 'Already had one', failed: 'Failed' },
  pause: 'Pause',
  resume: 'Go on',
  stop: 'Stop and forget',
  stopAsk: 'Links that were issued stay valid, but nobody has them. Stop?',
  save: 'Save the file with the links',
  saved: 'The file was saved. The links are no longer in this page.',
  failures: 'Failed',
  strip: (done: string, all: string) => `Issuing links: ${done} of ${all}`,
  stripDone: (n: number, count: string) => `${links(n, count)} issued. Save the file.`,
  stripPaused: (done: string, all: string) => `Issuing links is paused at ${done} of ${all}`,
  open: 'Open',
  view: 'portal links',
  columns: {
    email: 'requester_email',
    outcome: 'outcome',
    url: 'token_url',
    id: 'id',
    expires: 'expires_utc',
    reason: 'reason',
  },
});
