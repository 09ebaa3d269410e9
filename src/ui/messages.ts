import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  product: 'Support Console',
  refreshed: 'Refreshed',
  close: 'Close',
  copied: 'Copied',
  copyFailed: 'Could not copy. Select the text and copy it by hand.',
  retry: 'Retry',
  more: 'Show more',
  moreFailed: 'The rest could not be loaded.',
  request: 'Request',
  copyRequest: 'Copy request id',
  details: 'Details',
  partMissing: 'A part of this page could not be loaded.',
  reload: 'Reload the page',
  showCall: 'Show API call',
  remove: (field: string) => `Remove filter ${field}`,
  couldNotRefresh: (time: string) => `Could not refresh. Showing ${time}.`,
  stillLoading: 'Still loading. The service is slow to answer.',
  opensNewTab: 'opens in a new tab',
  requestIs: (id: string) => `Request ${id}`,
});
