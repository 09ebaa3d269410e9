import { lookup, Resolver } from 'node:dns/promises';
import type { ResolveHost } from '#server/operation/call.ts';

/**
 * Every address of a name, asked of the name servers directly: a hanging one then holds none of the few threads that
 * files are read with. Where private addresses are allowed, names of the machine's own list count too.
 */
export function makeResolveHost(allowPrivate: boolean): ResolveHost {
  if (allowPrivate) return async (host) => (await lookup(host, { all: true })).map(({ address }) => address);
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
