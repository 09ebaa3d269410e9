import { expect, test } from 'vitest';
import { classifyFailure, type EndpointHealth, type Failure } from './retry-rules.ts';

const NOW = new Date('2026-11-20T14:30:00.000Z');
const WELL: EndpointHealth = { state: 'active', failuresInRow: 0, failingSinceUtc: null };
const FAILURE: Failure = { attempts: 1, isTest: false, httpStatus: 500, retryAfter: null };

/** Seconds until the next attempt, or the final state of the delivery. */
function next(failure: Partial<Failure>, { random = 0.5, endpoint = WELL } = {}): number | string {
  const { delivery } = classifyFailure(endpoint, { ...FAILURE, ...failure }, NOW, () => random);
  return delivery.state === 'pending' ? (new Date(delivery.dueUtc).getTime() - NOW.getTime()) / 1000 : delivery.state;
}

test('retries follow after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and the tenth is the last', () => {
  const hour = 3_600;
  const pauses = Array.from({ length: 9 }, (_, index) => next({ attempts: index + 1 }));
  expect(pauses).toEqual([5, 300, 1_800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]);
  expect(next({ attempts: 10 })).toBe('failed');
});

test('a delay varies randomly by a fifth', () => {
  expect(next({ attempts: 2 }, { random: 0 })).toBe(240);
  expect(next({ attempts: 2 }, { random: 0.25 })).toBe(270);
  expect(next({ attempts: 2 }, { random: 1 })).toBe(360);
});

test('respects Retry-After of a 429 or 503 up to an hour, and never shortens a delay', () => {
  for (const httpStatus of [429, 503]) {
    expect(next({ httpStatus, retryAfter: '120' })).toBe(120);
    expect(next({ httpStatus, retryAfter: '86400' })).toBe(3_600);
    expect(next({ httpStatus, retryAfter: '2' })).toBe(5);
    expect(next({ httpStatus, retryAfter: 'Fri, 20 Nov 2026 14:40:00 GMT' })).toBe(600);
    for (const retryAfter of ['soon', '-5', '', 'Fri, 20 Nov 2020 14:40:00 GMT']) {
      expect(next({ httpStatus, retryAfter })).toBe(5);
    }
  }
  for (const httpStatus of [500, 404, 302, null]) expect(next({ httpStatus, retryAfter: '120' })).toBe(5);
});

test('a test is tried once and does not count against the endpoint', () => {
  const verdict = classifyFailure(WELL, { ...FAILURE, isTest: true }, NOW, () => 0.5);
  expect(verdict).toMatchObject({
    delivery: { state: 'failed' },
    failuresInRow: 0,
    failingSinceUtc: null,
    disable: null,
  });
});

test('after ten failures in a row an endpoint is probed once per minute', () => {
  const after = (failuresInRow: number) =>
    classifyFailure({ ...WELL, failuresInRow, failingSinceUtc: NOW.toISOString() }, FAILURE, NOW, () => 0.5).probeUtc;
  expect(after(8)).toBeNull();
  expect(after(9)).toBe('2026-11-20T14:31:00.000Z');
  expect(after(10)).toBe('2026-11-20T14:31:00.000Z');
});

test('410 disables immediately, as do five days of failures, but no less', () => {
  const disable = (failingSinceUtc: string | null, httpStatus: number | null = 500) => {
    const verdict = classifyFailure({ ...WELL, failingSinceUtc }, { ...FAILURE, httpStatus }, NOW, () => 0.5);
    return { disable: verdict.disable, state: verdict.delivery.state };
  };
  expect(disable(null, 410)).toEqual({ disable: 'gone', state: 'failed' });
  expect(disable('2026-11-15T14:30:00.000Z')).toEqual({ disable: 'failing', state: 'failed' });
  expect(disable('2026-11-15T14:30:00.001Z')).toEqual({ disable: null, state: 'pending' });
  expect(disable(null, null)).toEqual({ disable: null, state: 'pending' });
});

test('a delivery that fails after its endpoint was disabled is cancelled', () => {
  expect(next({}, { endpoint: { ...WELL, state: 'disabled' } })).toBe('cancelled');
});
