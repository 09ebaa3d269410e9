import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// Formatters are made when their modules load, so the modules are loaded again in the host's locale.
beforeEach(async () => {
  vi.resetModules();
  const { setHostLocale } = await import('#src/i18n/locale.ts');
  setHostLocale('de-DE');
});

afterEach(() => {
  vi.resetModules();
});

test('dates of another language are written as it writes them', async () => {
  const { formatDay, formatInstant } = await import('./time.ts');
  const { formatUtcDate, formatUtcDay } = await import('./days.ts');
  const now = Date.parse('2026-05-01T09:00:00Z');
  expect(formatDay('2026-12-03T23:30:00Z', 'Europe/Berlin', now)).toBe('4. Dez');
  expect(formatInstant('2026-12-03T12:30:00Z', 'Europe/Berlin', now)).toBe('3. Dez, 13:30 MEZ');
  expect(formatDay('2025-12-03T12:30:00Z', 'Europe/Berlin', now)).toBe('3. Dez. 2025');
  expect([formatUtcDay('2026-03-01'), formatUtcDate('2026-03-01')]).toEqual(['1. März', '1. März 2026']);
});

test('today and yesterday are known in months that English calls by another name', async () => {
  const { formatNear } = await import('./time.ts');
  const now = Date.parse('2026-05-01T09:00:00Z');
  const near = (iso: string) => formatNear(iso, 'UTC', now);
  expect(near('2026-05-01T08:00:00Z')).toBe('Today, 08:00 UTC');
  expect(near('2026-04-30T08:00:00Z')).toBe('Yesterday, 08:00 UTC');
  expect(near('2026-03-30T08:00:00Z')).toBe('30. März, 08:00 UTC');
});
