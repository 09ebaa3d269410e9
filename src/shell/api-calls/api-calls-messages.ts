import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  title: 'API calls',
  show: 'Show API calls',
  lead: 'The last 50 calls from this page, newest first. Your API token is never shown.',
  none: 'No calls yet.',
  pending: 'Sending',
  noAnswer: 'No response',
  ms: (n: string) => `${n} ms`,
  status: 'Status',
  time: 'Sent',
  duration: 'Took',
  size: 'Response',
  bytes: (n: number, shown: string) => plural(n, { one: '1 byte', other: `${shown} bytes` }),
  request: 'Request ID',
  copyRequest: 'Copy request ID',
  key: 'Idempotency key',
  parameters: 'Parameters',
  body: 'Body',
  name: 'Name',
  value: 'Value',
  curl: 'curl',
  curlText: 'Set SUPPORT_TOKEN to your API token first.',
  secrets: 'Secrets in the body are left out.',
  copyCurl: 'Copy as curl',
  background: 'background',
});
