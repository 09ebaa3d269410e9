import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  customer: 'Customer',
  loading: 'Loading the customer',
  nobody: 'This ticket has no email and no phone by which to find a customer.',
  unknown: 'This site knows no customer by this address.',
  withoutCustomer: 'This ticket belongs to no customer yet. It is older than the customer records.',
  failed: 'The customer could not be loaded.',
  retry: 'Retry',
  copyRequest: 'Copy request id',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  copyEmail: 'Copy email',
  copyPhone: 'Copy phone',
  tickets: 'Tickets',
  total: (count: string) => `${count} in total`,
  count: (count: string, status: string) => `${count} ${status}`,
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  csat: 'Rating',
  rating: (average: string, n: number) =>
    plural(n, { one: `${average} from 1 answer`, other: `${average} from ${n} answers` }),
  channels: 'Channels',
  noChannels: 'No handles bound',
  others: 'Other tickets',
  noOthers: 'No other tickets.',
  noSubject: 'No subject',
  number: (n: string) => `#${n}`,
});
