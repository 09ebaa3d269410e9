import { expect, test } from 'vitest';
import { SCOPES } from '#contract/operation.ts';
import { dayRange, issueResolver, lifeOf, maxDays, mayGive, type Bounds, type IssueValues } from './issue-form.ts';
import { PRESETS, presetOf, SCOPE_GROUPS, scopeTexts, shownScopes } from './scopes.ts';

const NOW = Date.parse('2026-11-20T23:30:00.000Z');
const DAY_MS = 86_400_000;
const moment = { zone: 'UTC', nowMs: NOW };
const FREE: Bounds = { scopes: ['*'], rate: 1200, endMs: null };
const endsIn = (days: number): Bounds => ({ ...FREE, endMs: NOW + days * DAY_MS });

const typed: IssueValues = { label: ' Scanner ', scopes: [], life: '90', date: '', rate: '600', agent: '' };

async function judge(values: Partial<IssueValues>, bounds: Bounds = FREE) {
  const resolve = issueResolver(bounds, () => moment);
  return resolve({ ...typed, ...values }, undefined, { fields: {}, shouldUseNativeValidation: false });
}

test('every scope has its words and stands in one group; presets are made of scopes', () => {
  const grouped = SCOPE_GROUPS.flatMap(({ scopes }) => scopes);
  expect(grouped.toSorted()).toEqual(SCOPES.toSorted());
  for (const scope of SCOPES) expect(scopeTexts[scope].text).not.toBe('');
  expect(presetOf(PRESETS.importer.toReversed())).toBe('importer');
  expect(presetOf(['read'])).toBe('read');
  expect(presetOf(['tickets:write'])).toBeUndefined();
  expect(shownScopes(['tags:write', 'read', 'of:another', 'tickets:write'])).toEqual([
    ...['tickets:write', 'tags:write', 'of:another'],
  ]);
});

test('SET-02: what is sent is what was chosen; reading alone is a scope of its own', async () => {
  expect((await judge({})).values).toEqual({
    ...{ label: 'Scanner', scopes: ['read'], expires_days: 90, rate_limit_per_min: 600, agent_id: null },
  });
  const own = await judge({ scopes: ['tags:write'], life: 'mine', rate: '1,200', agent: '7' });
  expect(own.values).toEqual({
    ...{ label: 'Scanner', scopes: ['tags:write'], rate_limit_per_min: 1200, agent_id: '7' },
  });
});

test('SI-04: no more than one’s own: scopes, calls a minute, and how long it lasts', async () => {
  const bounds: Bounds = { scopes: ['tickets:write'], rate: 500, endMs: NOW + 60.5 * DAY_MS };
  expect(SCOPES.filter((scope) => mayGive(bounds, scope))).toEqual(['read', 'tickets:write']);
  expect(mayGive(FREE, '*')).toBe(true);
  expect(maxDays(bounds, NOW)).toBe(60);
  expect(maxDays(endsIn(500), NOW)).toBe(365);
  expect(maxDays(endsIn(-1), NOW)).toBe(0);
  const { errors } = await judge({ rate: '501' }, bounds);
  expect(errors.rate?.message).toBe('Enter 1 to 500: yours may make 500 calls a minute.');
  expect(errors.date?.message).toBe('Choose a day from tomorrow to 19 Jan 2027.');
  expect(lifeOf({ life: 'mine', date: '' }, bounds, moment)?.endMs).toBe(bounds.endMs);
  expect(lifeOf({ life: '30', date: '' }, bounds, moment)).toEqual({ days: 30, endMs: NOW + 30 * DAY_MS });
});

test('SET-02: a date counts from today of the zone that is shown', () => {
  const on = (date: string, zone = 'UTC') => lifeOf({ life: 'date', date }, FREE, { ...moment, zone })?.days;
  expect(on('2026-11-21')).toBe(1);
  expect(on('2026-11-20')).toBeUndefined();
  // It is the 21st in Berlin already.
  expect(on('2026-11-21', 'Europe/Berlin')).toBeUndefined();
  expect(on('2026-11-22', 'Europe/Berlin')).toBe(1);
  expect(on('2027-11-20')).toBe(365);
  expect(on('2027-11-21')).toBeUndefined();
  expect(on('')).toBeUndefined();
  expect(dayRange(endsIn(10.5), moment)).toEqual({ min: '2026-11-21', max: '2026-11-30' });
});
