import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  lessThanAMinute: '<1m',
  minutes: (minutes: number) => `${minutes}m`,
  hoursAndMinutes: (hours: number, minutes: string) => `${hours}h ${minutes}m`,
  days: (days: number) => `${days}d`,
  today: (time: string) => `Today, ${time}`,
  yesterday: (time: string) => `Yesterday, ${time}`,
  yesterdayWord: 'yesterday',
});
