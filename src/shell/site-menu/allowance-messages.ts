import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  name: 'API calls left this minute',
  left: (limit: number, left: string, most: string) =>
    plural(limit, { one: `${left} of 1 call left this minute`, other: `${left} of ${most} calls left this minute` }),
});
