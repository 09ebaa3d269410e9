import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  title: 'Channel coverage',
  back: 'Back to customers',
  refresh: 'Refresh',
  showCall: 'Show API call',
  lead: (n: number, count: string) =>
    plural(n, { one: 'Channels of your 1 customer', other: `Channels of your ${count} customers` }),
  leadText:
    'A channel counts once it is bound to the customer. An email or phone that isn’t bound is counted separately: you can bind it from a file.',
  none: 'No customers yet',
  noneText: 'A customer appears with their first ticket or bound channel.',
  toList: 'Go to customers',
  column: {
    channel: 'Channel',
    share: 'Share',
    reached: 'Bound',
    without: 'Not bound',
    known: 'Email or phone known',
    file: 'File',
  },
  share: (channel: string, percent: string) => `${percent} of customers have ${channel} bound`,
  percent: (n: number) => `${n} %`,
  reachedOf: (count: string, channel: string) => `${count} have ${channel} bound`,
  withoutOf: (count: string, channel: string) => `${count} have no ${channel} bound`,
  knownOf: (count: string, contact: 'email' | 'phone') =>
    contact === 'email' ? `${count} of them have an email` : `${count} of them have a phone`,
  contact: { email: 'email', phone: 'phone' },
  save: 'Download',
  saveOf: (channel: string) => `Download a file for bulk bind: ${channel}`,
  nobody: (channel: string) => `Every customer has ${channel} bound.`,
  loading: 'Counting customers',
  notDeployed: 'Channels are not deployed on this site',
  notDeployedText: 'No channels can be bound here.',
  file: {
    title: (channel: string) => `File for bulk bind: ${channel}`,
    text: (n: number, count: string, channel: string) =>
      plural(n, {
        one: `1 customer has no ${channel} channel.`,
        other: `${count} customers have no ${channel} channel.`,
      }),
    fromPhone: 'The ID is filled in from the phone if it starts with + and the country code.',
    fromEmail: 'The ID is filled in from the email.',
    byHand: 'Fill in the IDs by hand: we don’t have them.',
    bind: 'Bind these now',
    nothing: 'Every customer has this channel, so there is nothing to download.',
    ready: (n: number, count: string) =>
      plural(n, { one: '1 row is ready to bind.', other: `${count} rows are ready to bind.` }),
    missing: (n: number, count: string) =>
      plural(n, {
        one: '1 row needs an ID: fill in external_user_id.',
        other: `${count} rows need an ID: fill in external_user_id.`,
      }),
    unnamed: (n: number, count: string) =>
      plural(n, {
        one: '1 customer has no email or phone and was left out.',
        other: `${count} customers have no email or phone and were left out.`,
      }),
    name: (channel: string) => `bulk bind ${channel}`,
  },
});
