import type { Operation } from '#contract/operation.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call } from '#server/operation/call.ts';
import { readWebhookUrl } from './address-guard.ts';
import { findAddresses } from './find-addresses.ts';

/** The part of a call that URL checks need. */
export type UrlRules = Pick<Call<Operation>, 'resolveHost'> & {
  readonly config: Pick<Call<Operation>['config'], 'webhookAllowPrivate'>;
};

/**
 * Validates and normalizes a URL for storage. Accepts a host name that does not resolve, but not one that resolves to a
 * private address. See docs/api.md, "Subscriptions" and "Addresses of webhooks".
 * @throws ApiError bad_field
 */
export async function checkWebhookUrl({ config, resolveHost }: UrlRules, text: string): Promise<string> {
  const allowPrivate = config.webhookAllowPrivate;
  const url = readWebhookUrl(text, allowPrivate);
  if (typeof url === 'string') throw new ApiError('bad_field', `url ${url}`);
  const found = await findAddresses(url, resolveHost, allowPrivate);
  if ('problem' in found && found.problem === 'blocked_address') {
    throw new ApiError('bad_field', 'url must not be a private or local address');
  }
  return url.href;
}

/**
 * Hides path and query from tokens that may not change subscriptions: for many receivers, they are the only secret.
 * Keeps scheme and host.
 */
export function maskUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return '***';
  return url.pathname === '/' && url.search === '' && url.hash === '' ? `${url.origin}/` : `${url.origin}/***`;
}
