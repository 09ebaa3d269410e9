import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  title: 'Chat feedback',
  explains:
    'What visitors rated right after a chat, from 0 to 5. It’s a different question from the score of a resolved ticket, so we never add the two up.',
  since: (count: string, day: string, zone: string) => `${count} since ${day}, ${zone}`,
  count: (n: number, shown: string) => (n === 1 ? '1 rating' : `${shown} ratings`),
  rating: { label: 'Rating', all: 'All', good: '4 and 5', middle: '3', low: '0 to 2' },
  rated: (rating: string) => `Rated ${rating}`,
  column: { rating: 'Rating', comment: 'Comment', from: 'From', time: 'Time' },
  ticket: (id: string) => `Ticket ${id}`,
  customer: (id: string) => `Customer ${id}`,
  visitor: 'Visitor',
  none: 'No ratings match',
  noneText: 'Choose other ratings or more days.',
  empty: 'No chat feedback in these days',
  emptyText: 'Ratings come in from the survey after a chat.',
  all: 'Show all ratings',
});
