import { bareHost } from '#contract/webhook-address.ts';
import type { ResolveHost } from '#server/operation/call.ts';
import { isPublicAddress, literalAddress } from './address-guard.ts';

export type FoundAddresses =
  | { readonly addresses: readonly string[] }
  | { readonly problem: 'dns' | 'blocked_address' };

/** A name server that is slower than that is treated as one that does not know. */
const RESOLVE_MS = 3_000;

/**
 * Every address that a URL may lead to; one private among them blocks them all. See docs/api.md, "Addresses of
 * webhooks".
 */
export async function findAddresses(
  url: URL,
  resolveHost: ResolveHost,
  allowPrivate: boolean,
): Promise<FoundAddresses> {
  const literal = literalAddress(url);
  const addresses = literal === null ? await resolveInTime(resolveHost, bareHost(url)) : [literal];
  if (addresses.length === 0) return { problem: 'dns' };
  if (!allowPrivate && !addresses.every(isPublicAddress)) return { problem: 'blocked_address' };
  return { addresses };
}

async function resolveInTime(resolveHost: ResolveHost, host: string): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(resolve, RESOLVE_MS, []);
  });
  try {
    return await Promise.race([resolveHost(host).catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}
