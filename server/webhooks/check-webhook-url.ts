import type { Operation } from '#contract/operation.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Call } from '#server/operation/call.ts';
import { readWebhookUrl } from './address-guard.ts';
import { findAddresses } from './find-addresses.ts';

/** The part of a call that the rules for addresses read. */
export type UrlRules = Pick<Call<Operation>, 'resolveHost'> & {
  readonly config: Pick<Call<Operation>['config'], 'webhookAllowPrivate'>;
};

/**
 * The address as it is stored: normalised. A name that leads nowhere now is accepted, one that leads to a private
 * address is not. See docs/api.md, "Subscriptions" and "Addresses of webhooks".
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
 * The address without what only those need to know who may change it: for many receivers, path and query are all that
 * keeps others from sending to them. Scheme and host stay.
 */
export function maskUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return '***';
  return url.pathname === '/' && url.search === '' && url.hash === '' ? `${url.origin}/` : `${url.origin}/***`;
}
