import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  title: 'Channel coverage',
  back: 'Back to customers',
  refresh: 'Refresh',
  showCall: 'Show API call',
  lead: (n: number, count: string) =>
    plural(n, { one: 'How the one customer can be reached.', other: `How the ${count} customers can be reached.` }),
  leadText:
    'A customer can be reached by a channel once a handle is bound. A file for bulk bind lists those without one.',
  none: 'No customers yet',
  noneText: 'A customer appears with the first ticket or the first bound handle.',
  toList: 'Go to customers',
  column: { channel: 'Channel', share: 'Share', reached: 'Reachable', without: 'Without a handle', file: 'File' },
  share: (channel: string, percent: string) => `${percent} of customers can be reached by ${channel}`,
  percent: (n: number) => `${n} %`,
  reachedOf: (count: string, channel: string) => `${count} can be reached by ${channel}`,
  withoutOf: (count: string, channel: string) => `${count} cannot be reached by ${channel}`,
  save: 'Save a file',
  saveOf: (channel: string) => `Save a file for bulk bind: ${channel}`,
  nobody: (channel: string) => `Everybody can be reached by ${channel}.`,
  loading: 'Counting customers',
  notDeployed: 'Channels are not deployed on this site',
  notDeployedText: 'No handles can be bound, so nobody can be reached by a channel.',
  file: {
    title: (channel: string) => `File for bulk bind: ${channel}`,
    text: (n: number, count: string, channel: string) =>
      plural(n, {
        one: `1 customer has no ${channel} handle.`,
        other: `${count} customers have no ${channel} handle.`,
      }),
    fromPhone: 'The id is filled in from the phone, where that begins with + and the country code.',
    fromEmail: 'The id is filled in from the email.',
    byHand: 'The id has to be filled in by hand: it stands in no customer record.',
    bind: 'Bind these now',
    nothing: 'Everybody has a handle, so there is nothing to save.',
    ready: (n: number, count: string) =>
      plural(n, { one: '1 row is ready to bind.', other: `${count} rows are ready to bind.` }),
    missing: (n: number, count: string) =>
      plural(n, {
        one: '1 row needs an id: fill in external_user_id.',
        other: `${count} rows need an id: fill in external_user_id.`,
      }),
    unnamed: (n: number, count: string) =>
      plural(n, {
        one: '1 customer has neither email nor phone and was left out.',
        other: `${count} customers have neither email nor phone and were left out.`,
      }),
    name: (channel: string) => `bulk bind ${channel}`,
  },
});
