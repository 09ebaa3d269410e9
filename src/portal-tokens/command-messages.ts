import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  revoke: 'Revoke portal links',
  revokeWords: 'id address domain token withdraw',
  bulk: 'Issue many portal links',
  bulkWords: 'bulk list csv file',
  soon: 'Portal links that expire soon',
});
