import type { ApiToken } from '#contract/tokens.ts';
import type { Shown } from './search.ts';

const DAY_MS = 86_400_000;
export const ENDING_DAYS = 14;
export const UNUSED_DAYS = 90;

/** `overlap`: rotated and still working; `replaced`: rotated and ended. */
export type TokenState = 'active' | 'ending' | 'overlap' | 'replaced' | 'expired' | 'revoked';

export function stateOf(token: ApiToken, nowMs: number): TokenState {
  if (token.revoked_utc !== null) return 'revoked';
  const isReplaced = token.replaced_by_id !== null;
  const leftMs = Date.parse(token.expires_utc) - nowMs;
  if (leftMs <= 0) return isReplaced ? 'replaced' : 'expired';
  if (isReplaced) return 'overlap';
  return endsSoon(token, nowMs) ? 'ending' : 'active';
}

export function isLive({ revoked_utc: revoked, expires_utc: end }: ApiToken, nowMs: number): boolean {
  return revoked === null && Date.parse(end) > nowMs;
}

function endsSoon(token: ApiToken, nowMs: number): boolean {
  return isLive(token, nowMs) && Date.parse(token.expires_utc) - nowMs <= ENDING_DAYS * DAY_MS;
}

/** The last use; the time of issue if it was never used. */
function lastUse({ last_used_utc: last, created_utc: created }: ApiToken): number {
  return Date.parse(last ?? created);
}

/** Days since the last use. */
export function idleDays(token: ApiToken, nowMs: number): number {
  return Math.floor((nowMs - lastUse(token)) / DAY_MS);
}

/** Days until it ends, rounded up; negative after the end. */
export function daysLeft({ expires_utc: end }: ApiToken, nowMs: number): number {
  return Math.ceil((Date.parse(end) - nowMs) / DAY_MS);
}

/** Why a token needs a look: it expired lately, ends soon or is unused. A rotated one needs none. */
export type LookReason = 'expired' | 'ending' | 'unused';

export function lookReason(token: ApiToken, nowMs: number): LookReason | null {
  const state = stateOf(token, nowMs);
  if (state === 'ending') return 'ending';
  if (state === 'expired') return daysLeft(token, nowMs) >= -ENDING_DAYS ? 'expired' : null;
  return state === 'active' && idleDays(token, nowMs) >= UNUSED_DAYS ? 'unused' : null;
}

/** Whether a filter shows the token. @param show undefined: tokens that work, and those that expired lately */
export function isShown(token: ApiToken, show: Shown | undefined, nowMs: number): boolean {
  const live = isLive(token, nowMs);
  if (show === 'ended') return !live;
  if (show === 'ending') return endsSoon(token, nowMs);
  if (show === 'unused') return live && idleDays(token, nowMs) >= UNUSED_DAYS;
  return live || lookReason(token, nowMs) === 'expired';
}

/** Whether the label or the prefix contains the text. */
export function hasText({ label, token_prefix: prefix }: ApiToken, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return label.toLowerCase().includes(wanted) || prefix.toLowerCase().includes(wanted);
}

/** Tokens that need a look come first, then the session's own, then by last use. */
export function inOrder(tokens: readonly ApiToken[], nowMs: number): readonly ApiToken[] {
  const rank = (token: ApiToken) => (lookReason(token, nowMs) !== null ? 0 : token.is_me ? 1 : 2);
  return tokens.toSorted((a, b) => rank(a) - rank(b) || lastUse(b) - lastUse(a) || (a.id < b.id ? 1 : -1));
}
