import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  id: 'Site id',
  token: 'Token',
  scopes: 'Scopes',
  readOnly: 'Read only',
  fullAccess: 'Full access',
  expires: 'Expires',
  zone: 'Site time zone',
  demo: 'Demo',
  demoText: 'Sample data of an invented company.',
  signOut: 'Sign out',
  shortcuts: 'Keyboard shortcuts',
  appearance: 'Appearance',
});
