import { expect, test } from 'vitest';
import { auditQuery, entryKey, entryOptions } from './queries.ts';
import { auditSearch } from './search.ts';

test('days are whole days of the zone that is shown, the last one in it', () => {
  const search = auditSearch({ since: '2026-10-24', until: '2026-10-25', token: '7', object: '12', type: 'ticket' });
  expect(auditQuery(search, 'Europe/Berlin')).toEqual({
    token_id: 7n,
    object_type: 'ticket',
    object_id: '12',
    since: '2026-10-23T22:00:00.000Z',
    // The clocks go back in the night before.
    until: '2026-10-25T23:00:00.000Z',
  });
  expect(auditQuery(search, 'UTC')).toMatchObject({
    since: '2026-10-24T00:00:00.000Z',
    until: '2026-10-26T00:00:00.000Z',
  });
});

test.each([
  [{ since: '2026-02-30' }, 'since=2026-02-30'],
  [{ outcome: 'maybe' }, 'outcome=maybe'],
  [{ token: 'abc' }, 'token=abc'],
  [{ entry: '12' }, 'entry=12'],
])('%j means nothing', (raw, ignored) => {
  expect(auditSearch(raw)).toMatchObject({ ignored });
});

test('an entry is found by the instant in its name', () => {
  const name = entryKey({ id: 9_007_199_254_740_993n, at_utc: '2026-11-20T14:31:00.123Z' });
  expect(auditSearch({ entry: name }).entry).toBe(name);
  const { queryKey } = entryOptions(name, { action: 'ticket.update', since: '2020-01-01' });
  expect(queryKey.at(-1)).toEqual({
    action: 'ticket.update',
    since: '2026-11-20T14:31:00.123Z',
    until: '2026-11-20T14:31:00.124Z',
    limit: 200,
  });
});
