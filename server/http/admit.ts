import type { LiveToken } from '#server/tokens/live-token.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { authenticate } from './authenticate.ts';
import type { Exchange } from './exchange.ts';
import type { Service } from './service.ts';

/** Finds the token of a call and notes it in the exchange. @throws ApiError unauthorized, rate_limited */
export async function identify(service: Service, exchange: Exchange): Promise<LiveToken> {
  const { request, address, now } = exchange;
  const token = await authenticate(service, request.headers.authorization, address, now.getTime());
  exchange.token = token;
  return token;
}

/**
 * Takes one call of the token's allowance.
 * @param headers gets the allowance that is left, also if the call is refused
 * @throws ApiError rate_limited
 */
export async function takeCall(service: Service, token: LiveToken, now: Date, headers: string[]): Promise<void> {
  const nowMs = now.getTime();
  const allowance = await service.rateLimit.take(token, nowMs);
  headers.push(
    'RateLimit-Policy',
    `"token";q=${token.rateLimitPerMin};w=60`,
    'RateLimit',
    `"token";r=${allowance.remaining};t=${allowance.resetSeconds}`,
  );
  if (!allowance.isGranted) {
    throw new ApiError('rate_limited', `This token may make ${token.rateLimitPerMin} calls a minute`, {
      retryAfterSeconds: allowance.resetSeconds,
    });
  }
  service.tokens.use.count(token, nowMs);
}
