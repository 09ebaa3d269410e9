import { expect, test, vi } from 'vitest';
import { durationText, minutesOf, nearestStop, STOPS, typedOf } from './duration.ts';

test('hours and minutes are read together, and nothing else is a target', () => {
  expect(minutesOf({ hours: '1', minutes: '30' })).toBe(90);
  expect(minutesOf({ hours: '', minutes: ' 45 ' })).toBe(45);
  expect(minutesOf({ hours: '0', minutes: '90' })).toBe(90);
  expect(minutesOf({ hours: '720', minutes: '' })).toBe(43_200);
  expect(minutesOf({ hours: '', minutes: '1,440' })).toBe(1_440);
  for (const [hours, minutes] of [
    ['', ''],
    ['0', '0'],
    ['720', '1'],
    ['1.5', '0'],
    ['1.000', '0'],
    ['1,5', '0'],
    ['-1', '0'],
    ['1e3', '0'],
    ['1', 'x'],
  ] as const) {
    expect(minutesOf({ hours, minutes })).toBeNull();
  }
});

test('a target is written as short as it is, and typed again it is the same', () => {
  expect([5, 60, 90, 43_200].map(durationText)).toEqual(['5 min', '1 h', '1 h 30 min', '720 h']);
  for (const minutes of STOPS) expect(minutesOf(typedOf(minutes))).toBe(minutes);
});

test('the slider stands at the nearest of its stops', () => {
  expect([1, 7, 240, 250, 43_200].map((minutes) => STOPS[nearestStop(minutes)])).toEqual([5, 5, 240, 240, 4_320]);
});

test('hours and minutes are read as the page writes numbers', async () => {
  vi.resetModules();
  const { setHostLocale } = await import('#src/i18n/locale.ts');
  setHostLocale('de-DE');
  const german = await import('./duration.ts');
  expect(german.minutesOf({ hours: '', minutes: '1.440' })).toBe(1_440);
  expect(german.minutesOf({ hours: '', minutes: '1,440' })).toBeNull();
  for (const minutes of STOPS) expect(german.minutesOf(german.typedOf(minutes))).toBe(minutes);
  vi.resetModules();
});
