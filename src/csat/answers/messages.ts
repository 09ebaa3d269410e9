import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  list: 'Answers',
  loading: 'Loading answers',
  search: 'Search comments',
  clearSearch: 'Clear the search',
  found: (n: number, shown: string) => (n === 1 ? '1 answer' : `${shown} answers`),
  window: (answers: string, days: string) => `${answers}, ${days}`,
  filter: { score: 'Score', review: 'State' },
  any: 'Any score',
  anyReview: 'Any state',
  keys: { group: 'CSAT', next: 'Next answer', previous: 'Previous answer' },
});
