import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  product: 'Support Console',
  refreshed: 'Refreshed',
  close: 'Close',
  retry: 'Retry',
  replaced: 'Support Console has been updated since you opened this page.',
  reload: 'Reload the page',
  showCall: 'Show API call',
  remove: (field: string) => `Remove filter ${field}`,
  couldNotRefresh: (time: string) => `Could not refresh. Showing ${time}.`,
  stillLoading: 'Still loading. The service is slow to answer.',
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
