import { defineMessages } from '#src/i18n/messages.ts';

/** Of parts that the entry does not have. */
export const messages = defineMessages({
  copied: 'Copied',
  copyFailed: 'Could not copy. Select the text and copy it by hand.',
  more: 'Show more',
  moreFailed: 'The rest could not be loaded.',
  request: 'Request',
  copyRequest: 'Copy request id',
  details: 'Details',
  opensNewTab: 'opens in a new tab',
  requestIs: (id: string) => `Request ${id}`,
});
