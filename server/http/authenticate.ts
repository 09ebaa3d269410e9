import { networkOf } from '#server/audit/network-of.ts';
import type { Finding } from '#server/tokens/token-book.ts';
import type { LiveToken } from '#server/tokens/live-token.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Service } from './service.ts';

const REFUSAL = {
  headers: { 'WWW-Authenticate': 'Bearer realm="support-api", error="invalid_token"' },
};

/** The same body for missing, malformed, unknown, revoked and expired tokens. */
function unauthorized(): ApiError {
  return new ApiError('unauthorized', 'Send a valid token: Authorization: Bearer <API_TOKEN>', REFUSAL);
}

/**
 * Finds the token of a call (docs/api.md, "Tokens and sessions"); returns a promise only if the database must be queried.
 * @throws ApiError unauthorized; rate_limited for an address that keeps sending unknown tokens.
 */
export function authenticate(
  service: Service,
  header: string | undefined,
  address: string,
  nowMs: number,
): LiveToken | Promise<LiveToken> {
  const raw = readBearer(header);
  if (raw === null) throw unauthorized();
  const recalled = service.tokens.recall(raw, nowMs);
  if (recalled !== undefined && recalled.isGood(nowMs)) return recalled;
  return service.tokens.find(raw, nowMs, address).then((finding) => requireGoodToken(service, finding, address, nowMs));
}

function requireGoodToken(service: Service, finding: Finding, address: string, nowMs: number): LiveToken {
  if (finding.kind === 'good') return finding.token;
  if (finding.kind === 'refused') service.refusedTokens.count(finding.token, networkOf(address));
  if (finding.kind === 'unknown') {
    const wait = service.failedCalls.count(address, nowMs);
    if (wait !== null) {
      throw new ApiError('rate_limited', 'Too many requests with unknown tokens', { retryAfterSeconds: wait });
    }
  }
  throw unauthorized();
}

function readBearer(header: string | undefined): string | null {
  if (header === undefined || header.length < 8) return null;
  if (header.slice(0, 7).toLowerCase() !== 'bearer ') return null;
  return header.slice(7).trim();
}
