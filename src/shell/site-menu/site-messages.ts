import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  id: 'Site ID',
  token: 'API token',
  scopes: 'Scopes',
  readOnly: 'Read-only',
  fullAccess: 'Full access',
  expires: 'Expires',
  zone: 'Site time zone',
  demo: 'Demo',
  demoText: 'Sample data from an invented company.',
  signOut: 'Sign out',
  signOutQuestion: {
    title: 'Sign out before everything is sent?',
    lost: 'They will be lost if you sign out. Stay signed in until they are sent.',
    anyway: 'Sign out anyway',
    stay: 'Stay signed in',
    sentTitle: 'Everything is sent now',
    sent: 'You can sign out now.',
  },
  shortcuts: 'Keyboard shortcuts',
  apiCalls: 'API calls',
  appearance: 'Appearance',
  allowance: {
    name: 'API calls left this minute',
    left: (limit: number, left: string, most: string) =>
      plural(limit, { one: `${left} of 1 call left this minute`, other: `${left} of ${most} calls left this minute` }),
  },
});
