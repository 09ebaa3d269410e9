import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  identity: (id: string) => `Identity ${id}`,
  tickets: (n: number) => plural(n, { one: '1 ticket', other: `${n} tickets` }),
});
