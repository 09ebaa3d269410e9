import { expect, test } from 'vitest';
import { chooseValue, removeFilter } from './filter-change.ts';

const whole = { filters: true, agents: true, isAgent: true };
const documentOnly = { filters: false, agents: false, isAgent: false };

test('several states can be chosen, in their own order, and open alone leaves the URL', () => {
  expect(chooseValue({}, 'status', 'pending', whole)).toEqual({ status: 'open,pending' });
  expect(chooseValue({ status: 'open,pending' }, 'status', 'pending', whole)).toEqual({ status: undefined });
  expect(chooseValue({ status: 'all' }, 'status', 'closed', whole)).toEqual({ status: 'closed' });
  expect(chooseValue({}, 'status', 'open', whole)).toEqual({ status: 'all' });
  expect(chooseValue({ status: 'open,pending,resolved' }, 'status', 'closed', whole)).toEqual({ status: 'all' });
});

test('without the extension one value takes the place of another', () => {
  expect(chooseValue({}, 'status', 'pending', documentOnly)).toEqual({ status: 'pending' });
  expect(chooseValue({ priority: 'high' }, 'priority', 'urgent', documentOnly)).toEqual({ priority: 'urgent' });
});

test('the last priority, and any value chosen again, takes the filter away', () => {
  expect(chooseValue({ priority: 'high' }, 'priority', 'high', whole)).toEqual({ priority: undefined });
  expect(chooseValue({ tag: 'late' }, 'tag', 'late', whole)).toEqual({ tag: undefined });
});

test('a list without a status filter shows every status', () => {
  expect(removeFilter('status')).toEqual({ status: 'all' });
  expect(removeFilter('tag')).toEqual({ tag: undefined });
});
