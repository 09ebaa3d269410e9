import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  product: 'Support Console',
  refreshed: 'Refreshed',
  close: 'Close',
  retry: 'Retry',
  partMissing: 'A part of this page could not be loaded.',
  reload: 'Reload the page',
  showCall: 'Show API call',
  remove: (field: string) => `Remove filter ${field}`,
  couldNotRefresh: (time: string) => `Could not refresh. Showing ${time}.`,
  stillLoading: 'Still loading. The service is slow to answer.',
});
