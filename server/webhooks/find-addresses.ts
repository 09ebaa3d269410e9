import { lookup, Resolver } from 'node:dns/promises';
import { bareHost } from '#contract/webhook-address.ts';
import type { ResolveHost } from '#server/operation/call.ts';
import { isPublicAddress, literalAddress } from './address-guard.ts';

type FoundAddresses = { readonly addresses: readonly string[] } | { readonly problem: 'dns' | 'blocked_address' };

/** A slower name server counts as having no answer. */
const RESOLVE_MS = 3_000;

/**
 * All addresses that a URL may lead to; a single private address blocks them all. See docs/api.md, "Addresses of
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

/**
 * Resolves host names by asking name servers directly: `lookup` would occupy a thread of the pool that also reads
 * files. If private addresses are allowed, the hosts file counts as well.
 */
export function makeResolveHost(allowPrivate: boolean): ResolveHost {
  if (allowPrivate) return async (host) => (await lookup(host, { all: true })).map(({ address }) => address);
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
