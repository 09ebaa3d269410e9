import { expect, test } from 'vitest';
import { answersSearch, csatSearch, filtersOf, overviewSearch, sharedOf, withFilter } from './search.ts';

test('CS-03: an address takes a year or free days, and names what means nothing', () => {
  expect(csatSearch({ days: '365' })).toMatchObject({ days: 365 });
  expect(csatSearch({ days: '30' }).days).toBeUndefined();
  expect(overviewSearch({ days: '31', definition: 'median' })).toMatchObject({
    days: undefined,
    definition: undefined,
    ignored: 'days=31, definition=median',
  });
});

test('CS-08: a score of 0 is one of the scores that are asked for, and not none', () => {
  expect(answersSearch({ score: '0' }).score).toEqual(['0']);
  expect(answersSearch({ score: '0,2,1' }).score).toEqual(['2', '1', '0']);
});

test('CS-04: a filter is added, changed and taken away; a value that it cannot have changes nothing', () => {
  const one = withFilter(csatSearch({ days: '7', channel: 'email' }), 'agent', 'none');
  expect(filtersOf(one)).toEqual([
    { split: 'channel', key: 'email' },
    { split: 'agent', key: 'none' },
  ]);
  expect(filtersOf(withFilter(one, 'channel', undefined))).toEqual([{ split: 'agent', key: 'none' }]);
  expect(withFilter(one, 'priority', 'later')).toBe(one);
  expect(withFilter(one, 'channel', 'sms')).toMatchObject({ days: 7, channel: 'sms', agent: 'none' });
});

test('what another part of the page means too goes along to it, and nothing else', () => {
  const search = answersSearch({ days: '90', ai: 'ai', score: '5', q: 'late', skip: '50' });
  expect(Object.entries(sharedOf(search)).filter(([, value]) => value !== undefined)).toEqual([
    ['days', 90],
    ['ai', 'ai'],
  ]);
});
