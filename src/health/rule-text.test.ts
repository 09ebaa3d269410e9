import { expect, test } from 'vitest';
import { formatSince } from './rule-text.ts';

const NOW = Date.parse('2026-11-18T10:00:00Z');

test('a moment of the past is a time, yesterday, a day of the week, or a date', () => {
  const since = (iso: string, zone = 'UTC') => formatSince(iso, zone, NOW);
  expect(since('2026-11-18T00:02:00Z')).toBe('00:02');
  expect(since('2026-11-17T23:59:00Z')).toBe('yesterday');
  expect(since('2026-11-12T08:00:00Z')).toBe('Thursday');
  expect(since('2026-11-11T08:00:00Z')).toBe('11 Nov');
  expect(since('2025-11-18T08:00:00Z')).toBe('18 Nov 2025');
  // In the zone of the reader it may be another day.
  expect(since('2026-11-17T23:30:00Z', 'Europe/Berlin')).toBe('00:30');
});
