import { expect, test } from 'vitest';
import type { ApiToken } from '#contract/tokens.ts';
import { withoutSecrets } from './search.ts';
import { inOrder, isShown, lookReason, stateOf } from './token-state.ts';

const NOW = Date.parse('2026-11-20T14:32:00.000Z');
const at = (days: number): string => new Date(NOW + days * 86_400_000).toISOString();

interface Given extends Partial<Omit<ApiToken, 'id'>> {
  readonly ends?: number;
  readonly used?: number | null;
}

function tokenOf(id: number, { ends = 100, used = 0, ...more }: Given = {}): ApiToken {
  return {
    ...{ id: BigInt(id), token_prefix: `sck_00000${id}`, label: `Token ${id}`, scopes: ['read'], agent_id: null },
    ...{ rate_limit_per_min: 600, request_count: 1, is_me: false, created_utc: at(-200), live_sessions: 0 },
    ...{ expires_utc: at(ends), last_used_utc: used === null ? null : at(used), revoked_utc: null },
    ...{ replaced_by_id: null, issued_by_token_id: null, ...more },
  };
}

const CASES: readonly (readonly [state: string, look: string | null, given: Given])[] = [
  ['active', null, {}],
  ['active', 'unused', { used: -90 }],
  ['active', null, { used: -89 }],
  // Never used: counted from its issue.
  ['active', 'unused', { used: null }],
  ['active', null, { used: null, created_utc: at(-10) }],
  ['ending', 'ending', { ends: 14 }],
  ['active', null, { ends: 14.01 }],
  ['expired', 'expired', { ends: -13 }],
  ['expired', null, { ends: -16 }],
  // A rotated token needs no look.
  ['overlap', null, { ends: 1, replaced_by_id: 9n, used: -95 }],
  ['replaced', null, { ends: -1, replaced_by_id: 9n }],
  ['revoked', null, { ends: 5, revoked_utc: at(-1), used: -95 }],
];

test('SET-03: the state of a token, and why it needs a look', () => {
  const judged = CASES.map(([, , given]) => [stateOf(tokenOf(1, given), NOW), lookReason(tokenOf(1, given), NOW)]);
  expect(judged).toEqual(CASES.map(([state, why]) => [state, why]));
});

test('SET-01: tokens that need a look come first, then the session’s own, then by last use', () => {
  const tokens = [
    tokenOf(1, { used: -3 }),
    tokenOf(2, { used: -1 }),
    tokenOf(3, { used: -5, is_me: true }),
    tokenOf(4, { used: -100 }),
    tokenOf(5, { used: -2, ends: 3 }),
  ];
  expect(inOrder(tokens, NOW).map(({ id }) => Number(id))).toEqual([5, 4, 3, 2, 1]);
});

test('SET-01: revoked and expired tokens are hidden by default, except those that expired lately', () => {
  const tokens = [
    tokenOf(1),
    tokenOf(2, { used: -91 }),
    tokenOf(3, { ends: 2 }),
    tokenOf(4, { ends: -2 }),
    tokenOf(5, { ends: -30, used: -91 }),
    tokenOf(6, { revoked_utc: at(-1) }),
  ];
  const shown = (show?: Parameters<typeof isShown>[1]) =>
    tokens.filter((token) => isShown(token, show, NOW)).map(({ id }) => Number(id));
  expect(shown()).toEqual([1, 2, 3, 4]);
  expect(shown('unused')).toEqual([2]);
  expect(shown('ending')).toEqual([3]);
  expect(shown('ended')).toEqual([4, 5, 6]);
});

test('a token pasted into the search is cut to its prefix', () => {
  const token = `sck_${'aB3'.repeat(14)}xy`;
  expect(withoutSecrets(token)).toBe('sck_aB3aB3aB3a');
  expect(withoutSecrets(`x ${token} y`)).toBe('x sck_aB3aB3aB3a y');
  expect(withoutSecrets('sck_aB3aB3aB3a')).toBe('sck_aB3aB3aB3a');
  expect(withoutSecrets('tusck_ importer')).toBe('tusck_ importer');
});
