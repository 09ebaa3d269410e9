import type { Scope } from '#contract/operation.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { CallToken } from '#server/operation/call.ts';

/**
 * Nobody hands out more than they have: scopes and rate of a token that is made by another one. `read` opens nothing,
 * so anyone may give it. A browser session has its own scopes and its parent's rate.
 * @throws ApiError insufficient_scope
 */
export function checkWithinCaller(
  wanted: { readonly scopes: readonly Scope[]; readonly rateLimitPerMin: number },
  caller: CallToken,
): void {
  const beyond = wanted.scopes.find((scope) => scope !== 'read' && !caller.allows(scope));
  if (beyond !== undefined) {
    throw new ApiError('insufficient_scope', `This token lacks ${beyond}, so it cannot grant it`);
  }
  if (wanted.rateLimitPerMin > caller.rateLimitPerMin) {
    throw new ApiError(
      'insufficient_scope',
      `This token may make ${caller.rateLimitPerMin} calls a minute, so it cannot grant more`,
    );
  }
}
